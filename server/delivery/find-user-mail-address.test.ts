import { UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { findUserMailAddress } from "./find-user-mail-address.ts";

const mail = { userDomains: ["harborline.example"] };
const tokenOf = (claims: Readonly<Record<string, unknown>>) => new UnsecuredJWT(claims).encode();
const verified = { email: "ravi@home.example", email_verified: true };
const stranger = { name: "oidc:ravi" };

test("mails go to the address that the identity provider has verified", () => {
  expect(findUserMailAddress({ method: "oidc", token: tokenOf(verified) }, stranger, mail)).toEqual({
    address: "ravi@home.example",
  });
});

test("or to the name that the garden knows somebody by, in the domains that the operator names", () => {
  const name = "ravi.menon@HARBORLINE.example";
  expect(findUserMailAddress({ method: "demo", token: "opaque" }, { name }, mail)).toEqual({ address: name });
});

test.each<[string, Parameters<typeof findUserMailAddress>[0], string]>([
  ["an address that is not verified", { method: "oidc", token: tokenOf({ email: "a@home.example" }) }, "oidc:ravi"],
  [
    "one that is said to be by a text",
    { method: "oidc", token: tokenOf({ ...verified, email_verified: "true" }) },
    "x",
  ],
  ["a claim of a pasted token", { method: "token", token: tokenOf(verified) }, "oidc:ravi"],
  [
    "a claim that holds two",
    { method: "oidc", token: tokenOf({ ...verified, email: "a@b.example,c@d.example" }) },
    "x",
  ],
  [
    "a claim with a line break",
    { method: "oidc", token: tokenOf({ ...verified, email: "a@b.example\nBcc: c@d.example" }) },
    "x",
  ],
  ["a claim with a name", { method: "oidc", token: tokenOf({ ...verified, email: "Ravi <a@b.example>" }) }, "x"],
  ["a name of another domain", { method: "token", token: "opaque" }, "ravi@evil.example"],
  ["a name that only ends like one", { method: "token", token: "opaque" }, "ravi@evil.harborline.example"],
  ["a name with two addresses", { method: "token", token: "opaque" }, "c@evil.example, a@harborline.example"],
  ["an account of the garden", { method: "token", token: "opaque" }, "system:serviceaccount:garden:almanac"],
])("nobody is sent mails at %s", (_what, session, name) => {
  expect(findUserMailAddress(session, { name }, mail)).toEqual({ why: expect.stringContaining("verified") });
});

test("without a mail server nobody is sent any", () => {
  expect(findUserMailAddress({ method: "oidc", token: tokenOf(verified) }, stranger, undefined)).toMatchObject({
    why: expect.stringContaining("no mail server"),
  });
});
