import { expect, it } from "vitest";
import { withoutValues } from "./without-values.ts";

const value = "s3cr3t/Value+of+the+Key==";
const base64 = Buffer.from(value).toString("base64");

it.each<[string, string, string]>([
  ["a value", `data[key]: Invalid value: "${value}": too short`, 'data[key]: Invalid value: "(hidden)": too short'],
  ["a value in base64", `cannot decode ${base64}`, "cannot decode (hidden)"],
  ["the beginning of a value", 'Invalid value: "s3cr3t/Value…": no', 'Invalid value: "(hidden)…": no'],
  ["a short value in quotes", 'Invalid value: "abc": no', 'Invalid value: "(hidden)": no'],
])("%s does not stay in a message", (_what, message, expected) => {
  expect(withoutValues(message, [value, "abc"], ["key"])).toBe(expected);
});

const key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
it.each<[string, string]>([
  ["a part before dots", `starts with ${key.slice(0, 36)}..., not allowed`],
  ["a part before a colon", `${key.slice(0, 20)}: not allowed`],
  ["a part after an equals sign", `key=${key.slice(3, 30)}`],
  ["in lower case", `value ${key.toLowerCase()} not allowed`],
  ["in hexadecimal", `value ${Buffer.from(key).toString("hex")}`],
  ["in base64 with a line break", `value ${Buffer.from(`${key}\n`).toString("base64")}`],
  ["in base64 of a longer text", `value ${Buffer.from(`x${key}`).toString("base64")}`],
  ["for a URL", `value ${encodeURIComponent(key)}`],
])("a value that is repeated %s hides the whole message", (_what, message) => {
  expect(withoutValues(message, [key], ["secretAccessKey"])).not.toMatch(/wJalr|K7MDENG|xRfiCY/i);
  expect(withoutValues(message, [key], ["secretAccessKey"])).toContain("(hidden)");
});

it("names of keys and members stay, also where a value has them", () => {
  const json = '{"private_key":"x"}';
  const message = "secret.data[serviceaccount.json].private_key: Invalid value: no key";
  expect(withoutValues(message, [json], ["serviceaccount.json"])).toBe(message);
});
