import { expect, test } from "vitest";
import { toInlineNamedLabel } from "./to-inline-label.ts";

test.each([
  ["Certificate authorities", "certificate authorities"],
  ["ServiceAccount signing key", "ServiceAccount signing key"],
  ["SSH key pair", "SSH key pair"],
])("%s is written %s in the middle of an English sentence", (label, expected) => {
  expect(toInlineNamedLabel(label)).toBe(expected);
});
