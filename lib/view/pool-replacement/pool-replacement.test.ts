import { expect, test } from "vitest";
import { updateFixturePool as pool, updateShootWith } from "#lib/act/updates/update-shoot.fixture.ts";
import type { ClusterNode, NodesResponse } from "#lib/contract/nodes.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { type PoolReplacement, poolReplacementOf } from "./pool-replacement.ts";

const settledRow = sampleFleetRow({ lastOperation: { type: "Reconcile", state: "Succeeded" } });
const busyRow = sampleFleetRow({ lastOperation: { type: "Reconcile", state: "Processing" } });

function node(of: string, name: string, differs: Partial<ClusterNode> = {}): ClusterNode {
  const marks = { unschedulable: false, deleting: false, updateLabels: {}, ready: { status: "True" } };
  return { name, uid: name, resourceVersion: "1", pool: of, ...marks, ...differs };
}

function listed(...nodes: readonly ClusterNode[]) {
  return {
    state: "read",
    readAt: "",
    role: "viewer",
    mayAct: true,
    nodes: [...nodes],
    unreadable: 0,
  } as const satisfies NodesResponse;
}

/** Cluster whose control plane runs 1.34.5. */
function cluster(workers: readonly Worker[], differs: Partial<Shoot["spec"]> = {}): Shoot {
  return updateShootWith(workers, { kubernetes: { version: "1.34.5" }, ...differs });
}

function pinned(name: string, differs: Partial<Worker> = {}): Worker {
  return pool(name, { kubernetes: { version: "1.33.13" }, ...differs });
}

interface Observed {
  readonly row?: typeof settledRow;
  readonly nodes?: NodesResponse;
}

function observe(shoot: Shoot, { row = settledRow, nodes }: Observed = {}) {
  const found = poolReplacementOf({ shoot, row, nodes });
  if (!found.applies) throw new Error(found.reason);
  return found;
}

const stepsOf = ({ replaced }: Extract<PoolReplacement, { applies: true }>) =>
  replaced.map(({ pool: { name }, add, move, remove }) => ({ name, add, move, remove }));

test("a cluster whose pools follow the control plane begins with pins", () => {
  expect(observe(cluster([pool("data"), pool("web")]))).toMatchObject({ pin: "now", raise: "now", replaced: [] });
});

test("pools that are pinned at the control plane's version need no further pin", () => {
  const shoot = cluster([pool("data", { kubernetes: { version: "1.34.5" } })]);
  expect(observe(shoot)).toMatchObject({ pin: "done", raise: "now", replaced: [] });
});

test("a pool pinned below the minor version of the control plane is replaced, one that lags by a patch is not", () => {
  const shoot = cluster([pinned("data"), pool("web", { labels: { tier: "web" }, kubernetes: { version: "1.34.2" } })]);
  expect(stepsOf(observe(shoot))).toEqual([{ name: "data", add: "now", move: "later", remove: "later" }]);
});

test("no pool is added while Gardener still updates the control plane", () => {
  const row = sampleFleetRow({
    kubernetes: { version: "1.34.5", classification: "supported" },
    versionsBefore: { kubernetes: "1.33.13", pinnedPools: [], images: [] },
    lastOperation: { type: "Reconcile", state: "Processing" },
  });
  const found = observe(cluster([pinned("data")]), { row });
  expect(found.raise).toBe("running");
  expect(stepsOf(found)).toEqual([{ name: "data", add: "later", move: "later", remove: "later" }]);
});

test("a successor counts as added once Gardener has finished, or once its nodes are ready", () => {
  const shoot = cluster([pinned("data"), pool("data-134", { minimum: 1 })]);
  const addOf = (observed: Observed) => observe(shoot, observed).replaced.map(({ add }) => add);
  expect(addOf({ row: busyRow })).toEqual(["running"]);
  expect(addOf({ row: busyRow, nodes: listed(node("data", "a")) })).toEqual(["running"]);
  expect(addOf({ row: busyRow, nodes: listed(node("data", "a"), node("data-134", "b")) })).toEqual(["done"]);
  expect(addOf({ row: settledRow })).toEqual(["done"]);
});

test("workload counts as moved only when the old pool has no nodes, and the pool can go once all are cordoned", () => {
  const shoot = cluster([pinned("data"), pool("data-134")]);
  const stepsWith = (nodes?: NodesResponse) =>
    observe(shoot, nodes && { nodes }).replaced.map(({ move, remove }) => [move, remove].join(" "));
  expect(stepsWith()).toEqual(["now later"]);
  expect(stepsWith(listed(node("data", "a"), node("data", "b", { unschedulable: true })))).toEqual(["now later"]);
  expect(stepsWith(listed(node("data", "a", { unschedulable: true })))).toEqual(["now now"]);
  expect(stepsWith(listed(node("data-134", "b")))).toEqual(["done now"]);
});

test("a list of nodes that is not complete says nothing about a pool", () => {
  const shoot = cluster([pinned("data"), pool("data-134")]);
  const [replaced] = observe(shoot, { nodes: { ...listed(), continue: "more" } }).replaced;
  expect(replaced).toMatchObject({ nodes: undefined, move: "now", remove: "later" });
});

test("a successor has the architecture, labels and taints of the old pool and its machine type or name, and succeeds only one", () => {
  const successorsOf = (...workers: readonly Worker[]) =>
    observe(cluster(workers)).replaced.map(({ successor }) => successor?.name);
  const taints = [
    { key: "a", effect: "NoSchedule" },
    { key: "b", value: "c", effect: "NoExecute" },
  ];
  expect(successorsOf(pinned("data", { labels: { tier: "db" } }), pool("new"))).toEqual([undefined]);
  expect(successorsOf(pinned("data", { taints }), pool("new"))).toEqual([undefined]);
  expect(successorsOf(pinned("data", { taints }), pool("new", { taints: taints.toReversed() }))).toEqual(["new"]);
  const large = { machine: { type: "m5.4xlarge", architecture: "amd64" } };
  expect(successorsOf(pinned("data"), pool("new", large))).toEqual([undefined]);
  expect(successorsOf(pinned("data"), pool("data-134", large))).toEqual(["data-134"]);
  const arm = { machine: { type: "m5.xlarge", architecture: "arm64" } };
  expect(successorsOf(pinned("data"), pool("new", arm))).toEqual([undefined]);
  expect(successorsOf(pinned("data", { labels: null }), pool("new", { labels: {} }))).toEqual(["new"]);
  expect(successorsOf(pinned("data"), pinned("web"), pool("web-134"))).toEqual([undefined, "web-134"]);
  expect(successorsOf(pinned("data"), pinned("web"), pool("web-134"), pool("x"))).toEqual(["x", "web-134"]);
  expect(successorsOf(pinned("data"), pool("new", { kubernetes: { version: "1.33.13" } }))).toEqual([
    undefined,
    undefined,
  ]);
});

test.each([
  ["deleting", { ...cluster([pool("a")]), metadata: { name: "c", deletionTimestamp: "2026-11-01T00:00:00Z" } }],
  ["workerless", cluster([])],
  ["hibernated", cluster([pool("a")], { hibernation: { enabled: true } })],
  ["hibernated", { ...cluster([pool("a")]), status: { hibernated: true } }],
  ["updated-in-place", cluster([pool("a", { updateStrategy: "ManualInPlaceUpdate" })])],
  ["version-unreadable", cluster([pool("a")], { kubernetes: { version: "newest" } })],
] as const)("the guide does not apply to a cluster that is %s", (reason, shoot) => {
  expect(poolReplacementOf({ shoot, row: settledRow, nodes: undefined })).toEqual({ applies: false, reason });
});

test("pools that are updated in place or host the control plane are left out", () => {
  const shoot = cluster([
    pinned("data"),
    pinned("edge", { updateStrategy: "AutoInPlaceUpdate" }),
    pinned("cp", { controlPlane: {} }),
  ]);
  const found = observe(shoot);
  expect(found.others.map(({ name }) => name)).toEqual(["edge", "cp"]);
  expect(found.replaced.map(({ pool: { name } }) => name)).toEqual(["data"]);
});
