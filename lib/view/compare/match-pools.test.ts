import { expect, test } from "vitest";
import { matchPools } from "./match-pools.ts";

const pool = (name: string, more: object = {}) => ({ name, machine: { type: "m5.large" }, ...more });
const tainted = { taints: [{ key: "gpu", effect: "NoSchedule" }] };
const matched = (...lists: readonly (readonly object[])[]) => matchPools(lists).map(({ key, byRole }) => [key, byRole]);

test("pools of one name stand side by side", () => {
  expect(matched([pool("a"), pool("b")], [pool("b"), pool("a")])).toEqual([
    ["a", false],
    ["b", false],
  ]);
});

test("what is left over is matched by the pods that come there and the processor", () => {
  expect(matched([pool("main"), pool("gpu-1", tainted)], [pool("accelerated", tainted), pool("default")])).toEqual([
    ["main / default", true],
    ["gpu-1 / accelerated", true],
  ]);
  expect(matched([pool("x")], [pool("y", { machine: { architecture: "arm64" } })])).toEqual([
    ["x", false],
    ["y", false],
  ]);
});

test("more pools of a role than elsewhere stand alone, and nothing odd is a fault", () => {
  expect(matched([pool("a"), pool("b")], [pool("c")])).toEqual([
    ["a / c", true],
    ["b", false],
  ]);
  expect(matchPools([[null, "x", {}], []]).map(({ items }) => items)).toEqual([[{}, undefined]]);
  expect(matchPools([[], []])).toEqual([]);
});
