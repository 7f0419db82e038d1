import { describe, expect, test } from "vitest";
import {
  defaultTolerations,
  type KeyValue,
  refusedTolerations,
  toleratesTaints,
  validateTolerations,
} from "./tolerations.ts";

describe("taints and tolerations", () => {
  test.each<[string, KeyValue[], KeyValue[], boolean]>([
    ["a Seed without taints takes every Shoot", [], [], true],
    ["a toleration with a value covers a taint without one", [{ key: "a" }], [{ key: "a", value: "x" }], true],
    ["a bare toleration does not cover a taint with a value", [{ key: "a", value: "x" }], [{ key: "a" }], false],
    ["the last toleration of a key wins", [{ key: "a", value: "x" }], [{ key: "a", value: "x" }, { key: "a" }], false],
    ["more taints than tolerations are never tolerated", [{ key: "a" }, { key: "a" }], [{ key: "a" }], false],
  ])("%s", (_name, taints, tolerations, tolerated) => {
    expect(toleratesTaints(taints, tolerations)).toBe(tolerated);
  });

  test.each<[string, KeyValue[], readonly string[]]>([
    ["the bare key and then a value is a duplicate", [{ key: "a" }, { key: "a", value: "x" }], ["DUPLICATE"]],
    ["a value and then the bare key is none", [{ key: "a", value: "x" }, { key: "a" }], []],
    ["a key is required", [{ key: "" }], ["KEY_REQUIRED"]],
    ["a key is a label key", [{ key: "a/b/c" }], ["KEY_INVALID"]],
    ["a value is a label value", [{ key: "a", value: "-" }], ["VALUE_INVALID"]],
  ])("%s", (_name, tolerations, codes) => {
    expect(validateTolerations(tolerations, "spec.tolerations").map(({ code }) => code)).toEqual(codes);
  });

  const lists = { projectWhitelist: [{ key: "b", value: "x" }], globalWhitelist: [{ key: "a" }] };

  test("a bare entry of the whitelist allows every value, one with a value only that pair", () => {
    const tolerations = [{ key: "a", value: "1" }, { key: "b", value: "x" }, { key: "b" }];
    expect(refusedTolerations({ operation: "create", tolerations, ...lists })).toEqual([{ key: "b" }]);
  });

  test("on update only new tolerations are tested", () => {
    const tolerations = [{ key: "c" }];
    expect(refusedTolerations({ operation: "update", tolerations, oldTolerations: tolerations, ...lists })).toEqual([]);
  });

  test("a key in both lists of defaults is added twice", () => {
    const defaults = { globalDefaults: [{ key: "a" }], projectDefaults: [{ key: "a" }] };
    expect(defaultTolerations({ operation: "create", tolerations: [], ...defaults })).toHaveLength(2);
    expect(defaultTolerations({ operation: "update", tolerations: [], ...defaults })).toEqual([]);
  });
});
