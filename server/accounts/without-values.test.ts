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

it("names of keys and members stay, also where a value has them", () => {
  const json = '{"private_key":"x"}';
  const message = "secret.data[serviceaccount.json].private_key: Invalid value: no key";
  expect(withoutValues(message, [json], ["serviceaccount.json"])).toBe(message);
});
