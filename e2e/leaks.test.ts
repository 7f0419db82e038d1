import { expect, test } from "vitest";
import { findLeakedCredentials } from "./leaks.ts";

const jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl";

test.each<[string, readonly string[], readonly string[]]>([
  [`{"token":"${jwt}"}`, [], ["a JSON web token"]],
  ["-----BEGIN RSA PRIVATE KEY-----\nMII", [], ["a private key"]],
  ["authorization: Bearer abcdefgh12345678", [], ["a bearer token"]],
  ["cookie: almanac-3000=1.abcdefghijklmnopqrstuvwxyz", [], ["a session cookie"]],
  ["cookie: __Host-almanac=1.abcdefghijklmnopqrstuvwxyz", [], ["a session cookie"]],
  ["<p>opaque-token-of-ada</p>", ["opaque-token-of-ada"], ["a known secret"]],
  ["<p>Sign in with a bearer token</p>", [""], []],
  ["-----BEGIN CERTIFICATE-----\nMII", [], []],
])("S20: %j holds %j", (text, known, found) => {
  expect(findLeakedCredentials(text, known)).toEqual(found);
});
