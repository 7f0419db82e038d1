import { expect, test } from "vitest";
import { namedWithinSentence } from "./within-sentence.ts";

test.each([
  ["Certificate authorities", "certificate authorities"],
  ["ServiceAccount signing key", "ServiceAccount signing key"],
  ["SSH key pair", "SSH key pair"],
])("%s is written %s in the middle of an English sentence", (label, expected) => {
  expect(namedWithinSentence(label)).toBe(expected);
});
