import { expect, test } from "vitest";
import { type CountedNodes, nodeCountLabel } from "./node-count-label.ts";

const workers = [
  { minimum: 1, maximum: 3 },
  { minimum: 2, maximum: 3 },
];
const counted = { ready: 5, all: 6 };

test.each<
  readonly [
    string,
    Parameters<typeof nodeCountLabel>[0],
    CountedNodes | undefined,
    typeof workers | undefined,
    string | undefined,
  ]
>([
  ["those that are ready, where they were counted", { hibernated: false, maxNodes: 6 }, counted, workers, "5/6 nodes"],
  ["between how many, where they were not", { hibernated: false, maxNodes: 6 }, undefined, workers, "3 to 6 nodes"],
  [
    "at most how many, while the pools are not known",
    { hibernated: false, maxNodes: 6 },
    undefined,
    undefined,
    "up to 6 nodes",
  ],
  [
    "how many, where the pools are of one size",
    { hibernated: false, maxNodes: 1 },
    undefined,
    [{ minimum: 1, maximum: 1 }],
    "1 node",
  ],
  ["none while the cluster sleeps", { hibernated: true, maxNodes: 6 }, counted, workers, "no nodes while hibernated"],
  ["nothing without a pool", { hibernated: false }, undefined, [], undefined],
])("the head of a cluster says %s", (_rule, row, known, pools, words) => {
  expect(nodeCountLabel(row, { counted: known, workers: pools })).toBe(words);
});
