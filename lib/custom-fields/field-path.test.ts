import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fieldPathLimits,
  formatFieldPath,
  isUnreadPath,
  parseFieldPath,
  textAtPath,
  unlistedPartOf,
} from "./field-path.ts";

test.each<[string, readonly string[]]>([
  ["spec", ["spec"]],
  ["spec.networking.type", ["spec", "networking", "type"]],
  ["spec.provider.workers[0].name", ["spec", "provider", "workers", "0", "name"]],
  ["spec.provider.workers.0.name", ["spec", "provider", "workers", "0", "name"]],
  ['metadata.labels["shoot.gardener.cloud/status"]', ["metadata", "labels", "shoot.gardener.cloud/status"]],
  ["metadata.labels['a[0].b']", ["metadata", "labels", "a[0].b"]],
  ['a["say \\"b\\""]', ["a", 'say "b"']],
  ["a[b][c].d", ["a", "b", "c", "d"]],
  ["[0]", ["0"]],
])("%s has the steps that lodash's toPath finds", (path, steps) => {
  expect(parseFieldPath(path)).toEqual(steps);
});

test.each(["", ".a", "a.", "a..b", "a[", "a]", "a[]", "a[b", 'a["b]', 'a["b"', "a[b.c]", 'a["b"]c', "a[0]b", "[[0]]"])(
  "%j is no path",
  (path) => {
    expect(parseFieldPath(path)).toBeUndefined();
  },
);

test("a path has a limited length and depth", () => {
  expect(parseFieldPath("a".repeat(fieldPathLimits.characters + 1))).toBeUndefined();
  expect(parseFieldPath(Array(fieldPathLimits.steps).fill("a").join("."))).toHaveLength(fieldPathLimits.steps);
  expect(
    parseFieldPath(
      Array(fieldPathLimits.steps + 1)
        .fill("a")
        .join("."),
    ),
  ).toBeUndefined();
});

test("steps in quotes are read back, whatever they contain", () => {
  const quoted = (step: string) => `[${JSON.stringify(step)}]`;
  const step = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."ab.[]'\"\\/ _") });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
      expect(parseFieldPath(steps.map(quoted).join(""))).toEqual(steps);
    }),
    { seed: 20261130, numRuns: 200 },
  );
});

const shoot: unknown = JSON.parse(
  '{"metadata":{"name":"a","labels":{"constructor":"crane"}},"spec":{"on":false,"none":null,"empty":"","count":0,"pools":[{"name":"x"},{"name":"y"}],"zones":["a","b"],"mixed":["a",{}],"much":"' +
    "z".repeat(300) +
    '","many":[' +
    Array(40).fill("1").join() +
    "]}}",
);

test.each<[string, string | undefined]>([
  ["metadata.name", "a"],
  ["metadata.labels.constructor", "crane"],
  ["spec.on", "false"],
  ["spec.count", "0"],
  ["spec.pools[1].name", "y"],
  ["spec.pools.length", "2"],
  ["spec.zones", "a, b"],
  ["spec.none", undefined],
  ["spec.empty", undefined],
  ["spec.pools", undefined],
  ["spec.mixed", undefined],
  ["spec", undefined],
  ["spec.absent.further", undefined],
  ["constructor.name", undefined],
  ["__proto__", undefined],
  ["__proto__.constructor.name", undefined],
  ["metadata.name.length", undefined],
  ["spec.zones.constructor.name", undefined],
])("%s leads to %j: only to own fields, and only to texts, numbers, yes and no, and lists of these", (path, text) => {
  expect(textAtPath(shoot, parseFieldPath(path) ?? [])).toBe(text);
});

test("a value is cut after a hundred characters, and a list after twenty entries", () => {
  expect(textAtPath(shoot, ["spec", "much"])).toBe(`${"z".repeat(99)}…`);
  expect(textAtPath(shoot, ["spec", "many"])).toBe(`${Array(20).fill("1").join(", ")}, …`);
});

test("characters that are not visible are shown by their code", () => {
  expect(textAtPath({ a: "x\u202ey" }, ["a"])).toBe("x⟨U+202E⟩y");
});

test("paths that lead to the same value are written alike", () => {
  const written = ['metadata.labels["a.b/c"]', "metadata['labels']['a.b/c']", '["metadata"].labels["a.b/c"]'];
  expect(new Set(written.map((path) => formatFieldPath(parseFieldPath(path) ?? []))).size).toBe(1);
});

test.each<[string, string | undefined]>([
  ["status.technicalID", "status.technicalID"],
  ["spec.provider.infrastructureConfig.networks.vpc.id", "spec.provider.infrastructureConfig"],
  ["status.conditions[0].message", "status.conditions[…].message"],
  ["status.conditions[0].status", undefined],
  ["spec.provider.type", undefined],
  ["status.networkingOther", undefined],
])("%s leads to what lists do not have: %j", (path, part) => {
  expect(unlistedPartOf(parseFieldPath(path) ?? [])).toBe(part);
});

test.each<[string, boolean]>([
  ["metadata.managedFields[0].manager", true],
  ['metadata["managedFields"]', true],
  ["metadata.annotations['kubectl.kubernetes.io/last-applied-configuration']", true],
  ["metadata.annotations.managedFields", false],
])("whether %s leads to what is never read: %s", (path, isUnread) => {
  expect(isUnreadPath(parseFieldPath(path) ?? [])).toBe(isUnread);
});
