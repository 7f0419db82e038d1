import { describe, expect, test } from "vitest";
import type { ClusterNode } from "#lib/contract/nodes.ts";
import { kubeletVersionsOf, type NodeFilter, parseNodeFilter, poolsMatchingFilter } from "./node-filter.ts";
import type { PoolRow } from "./pool-rows.ts";
import { moveInTree, type TreeMove, type TreeRow } from "./tree-movement.ts";

function node(name: string, ready: string, kubelet: string): ClusterNode {
  const marks = { unschedulable: false, deleting: false, updateLabels: {} };
  return { name, uid: name, resourceVersion: "1", ready: { status: ready }, kubelet, ...marks };
}

const pool = (name: string, nodes: readonly ClusterNode[]): PoolRow => {
  return { name, strategy: "AutoRollingUpdate", inPlace: false, pending: [], nodes, ready: 0 };
};

const pools = [
  pool("core", [node("a", "True", "1.34.9"), node("b", "False", "1.34.9")]),
  pool("batch", [node("c", "Unknown", "1.33.10"), node("d", "True", "1.33.9")]),
  pool("idle", []),
];
const shown = (filter: NodeFilter, wasRead = true) =>
  poolsMatchingFilter(pools, filter, wasRead).map(({ pool: { name }, nodes }) => [
    name,
    nodes.map((each) => each.name).join(""),
  ]);

describe("which nodes an address asks for", () => {
  test.each<[string, readonly (readonly [string, string])[]]>([
    [
      "",
      [
        ["core", "ab"],
        ["batch", "cd"],
        ["idle", ""],
      ],
    ],
    ["pool=batch", [["batch", "cd"]]],
    ["pool=no-such-pool", []],
    [
      "ready=yes",
      [
        ["core", "a"],
        ["batch", "d"],
      ],
    ],
    [
      "ready=no",
      [
        ["core", "b"],
        ["batch", "c"],
      ],
    ],
    [
      "ready=perhaps",
      [
        ["core", "ab"],
        ["batch", "cd"],
        ["idle", ""],
      ],
    ],
    ["kubelet=1.33.9", [["batch", "d"]]],
    ["pool=core&ready=no&kubelet=1.34.9", [["core", "b"]]],
    ["pool=core&kubelet=1.33.9", []],
  ])("%j", (address, expected) => {
    expect(shown(parseNodeFilter(new URLSearchParams(address)))).toEqual(expected);
  });

  test("pools whose nodes could not be read are not hidden by what is asked of nodes", () => {
    const unread = [pool("core", []), pool("batch", [])];
    expect(poolsMatchingFilter(unread, { ready: "no" }, false)).toHaveLength(2);
  });

  test("versions are offered once each, the newest first", () => {
    expect(kubeletVersionsOf(pools)).toEqual(["1.34.9", "1.33.10", "1.33.9"]);
  });
});

describe("a key on a row of the tree grid", () => {
  const rows: readonly TreeRow[] = [
    { id: "core", level: 1, expanded: true },
    { id: "a", level: 2 },
    { id: "b", level: 2 },
    { id: "batch", level: 1, expanded: false },
    { id: "unread", level: 1 },
  ];
  test.each<[string, string, TreeMove | undefined]>([
    ["core", "ArrowDown", { kind: "focus", id: "a" }],
    ["unread", "ArrowDown", undefined],
    ["core", "ArrowUp", undefined],
    ["b", "ArrowUp", { kind: "focus", id: "a" }],
    ["b", "Home", { kind: "focus", id: "core" }],
    ["core", "End", { kind: "focus", id: "unread" }],
    ["core", "ArrowRight", { kind: "focus", id: "a" }],
    ["batch", "ArrowRight", { kind: "expand", id: "batch" }],
    ["a", "ArrowRight", undefined],
    ["core", "ArrowLeft", { kind: "collapse", id: "core" }],
    ["b", "ArrowLeft", { kind: "focus", id: "core" }],
    ["batch", "ArrowLeft", undefined],
    ["core", "Enter", { kind: "collapse", id: "core" }],
    ["batch", "Enter", { kind: "expand", id: "batch" }],
    ["a", "Enter", undefined],
    ["unread", "ArrowRight", undefined],
    ["gone", "ArrowDown", undefined],
    ["a", "q", undefined],
  ])("on %s, %s", (from, key, expected) => {
    expect(moveInTree(rows, from, key)).toEqual(expected);
  });
});
