import { expect, test } from "vitest";
import { findForbiddenTolerations, type TaintKeyValue, toleratesTaints, validateTolerations } from "./tolerations.ts";

test("a Seed without taints takes every Shoot", () => {
  expect(toleratesTaints([], [])).toBe(true);
});

test.each<[string, TaintKeyValue, string]>([
  ["a key is required", { key: "" }, "KEY_REQUIRED"],
  ["a key is a label key", { key: "a/b/c" }, "KEY_INVALID"],
  ["a value is a label value", { key: "a", value: "-" }, "VALUE_INVALID"],
])("of a toleration %s", (_rule, toleration, code) => {
  expect(validateTolerations([toleration], "spec.tolerations").map((error) => error.code)).toEqual([code]);
});

test("a whitelist's pair does not allow the bare key", () => {
  const lists = { projectWhitelist: [{ key: "b", value: "x" }], globalWhitelist: [] };
  expect(findForbiddenTolerations({ operation: "create", tolerations: [{ key: "b" }], ...lists })).toEqual([
    { key: "b" },
  ]);
});
