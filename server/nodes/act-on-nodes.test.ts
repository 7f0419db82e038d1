import { describe, expect, test } from "vitest";
import { POST } from "#app/api/clusters/[project]/[name]/nodes/operations/route.ts";
import { POST as READ } from "#app/api/clusters/[project]/[name]/nodes/route.ts";
import {
  type ClusterNode,
  type NodeAct,
  type NodeOperationRequest,
  type NodesResponse,
  nodeActResultSchema,
  nodesResponseSchema,
} from "#lib/contract/nodes.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden } from "#server/testing/embedded-garden.ts";
import { problemIn, startRouteTestBed } from "#server/testing/route-test-bed.ts";

const ledger = { project: "payments", name: "ledger-eu" };
const vault = { project: "payments", name: "vault" };
const warehouse = { project: "logistics", name: "hall-control" };
const demo = startDemoTestBed({ garden: { now: new Date("2026-08-10T09:30:00Z"), speed: 0 } });

type Named = typeof ledger;

async function read(
  cluster: Named,
  follow: readonly string[] = [],
): Promise<Extract<NodesResponse, { state: "read" }>> {
  const response = await demo.call(READ, "operator", { params: cluster, body: { follow } });
  const found = nodesResponseSchema.parse(await response.json());
  if (found.state !== "read") throw new Error(JSON.stringify(found));
  return found;
}

const uidOf = ({ project, name }: Named) => demo.shoot(project, name).metadata.uid ?? "";

function bodyFor(cluster: Named, act: NodeAct, nodes: readonly ClusterNode[]): NodeOperationRequest {
  const refs = nodes.map(({ name, uid, resourceVersion }) => ({ name, uid, resourceVersion }));
  return { uid: uidOf(cluster), act, nodes: refs };
}

async function acted(cluster: Named, act: NodeAct, nodes: readonly ClusterNode[]) {
  const response = await demo.call(POST, "operator", { params: cluster, body: bodyFor(cluster, act, nodes) });
  expect(response.status, await response.clone().text()).toBe(202);
  return nodeActResultSchema.parse(await response.json()).nodes;
}

const restart = (...units: string[]): NodeAct => ({ kind: "restart", units });
const seconds = (count: number) => demo.embedded.clock.advance(count * 1000);

describe("restarting units", () => {
  test("is requested by the annotation, which goes whatever comes of it; events alone tell more", async () => {
    const [node] = (await read(ledger)).nodes;
    if (!node) throw new Error("no node");
    expect(await acted(ledger, restart("containerd", "kubelet"), [node])).toEqual([
      { name: node.name, outcome: "requested" },
    ]);
    const pending = (await read(ledger)).nodes.find(({ uid }) => uid === node.uid);
    expect(pending?.restart).toBe("containerd,kubelet");
    await seconds(3);
    const { nodes, events } = await read(ledger, [node.name]);
    expect(nodes.find(({ uid }) => uid === node.uid)?.restart).toBeUndefined();
    expect(events?.map(({ reason }) => reason)).toEqual(expect.arrayContaining(["SystemDUnitRestart", "Starting"]));
  });

  test("of a node that has changed since it was shown is a conflict, and nothing is written", async () => {
    const [node] = (await read(ledger)).nodes;
    if (!node) throw new Error("no node");
    const stale = { ...node, resourceVersion: "1" };
    expect(await acted(ledger, restart("kubelet"), [stale])).toEqual([{ name: node.name, outcome: "conflict" }]);
    expect((await read(ledger)).nodes.find(({ uid }) => uid === node.uid)?.restart).toBeUndefined();
  });

  test("of another cluster under the same name is a conflict", async () => {
    const [node] = (await read(ledger)).nodes;
    if (!node) throw new Error("no node");
    const body = { ...bodyFor(ledger, restart("kubelet"), [node]), uid: "somebody-elses" };
    const refused = await demo.call(POST, "operator", { params: ledger, body });
    expect(await problemIn(refused)).toMatchObject({ status: 409, reason: "conflict" });
  });

  test.each([
    ["more than ten nodes", 11, ["kubelet"]],
    ["no unit", 1, []],
    ["what is no unit", 1, ["kubelet; reboot"]],
  ])("%s is refused before anybody is asked", async (_, count, units) => {
    const nodes = Array.from({ length: count }, (_each, index) => ({
      name: `n${index}`,
      uid: "u",
      resourceVersion: "1",
    }));
    const body = { uid: uidOf(ledger), act: { kind: "restart", units }, nodes };
    const refused = await demo.call(POST, "operator", { params: ledger, body });
    expect(await problemIn(refused)).toMatchObject({ status: 400, reason: "invalid-request" });
  });

  test("needs an admin kubeconfig, which a viewer is not given", async () => {
    const shop = { project: "shop", name: "storefront-eu" };
    const [node] = (await read(shop)).nodes;
    if (!node) throw new Error("no node");
    const body = bodyFor(shop, restart("kubelet"), [node]);
    const refused = await demo.call(POST, "viewer", { params: shop, body });
    expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "forbidden" });
    expect((await read(shop)).nodes.find(({ uid }) => uid === node.uid)?.restart).toBeUndefined();
  });

  test("leaves one line that says what was asked of which nodes", async () => {
    const [node] = (await read(vault)).nodes;
    if (!node) throw new Error("no node");
    await acted(vault, restart("containerd", "kubelet"), [node]);
    const lines = demo.log.filter((line) => line.includes('"audit":"node-act"')).map((line) => JSON.parse(line));
    expect(lines.filter(({ cluster }) => cluster === "payments/vault")).toEqual([
      expect.objectContaining({
        act: "restart",
        units: "containerd.service,kubelet.service",
        nodes: node.name,
        outcomes: "requested",
        result: "accepted",
      }),
    ]);
  });
});

describe("selecting for an update in place by hand", () => {
  const select: NodeAct = { kind: "select" };

  test("is refused for a node that no update waits for", async () => {
    const [node] = (await read(ledger)).nodes;
    if (!node) throw new Error("no node");
    expect(await acted(ledger, select, [node])).toMatchObject([{ outcome: "refused" }]);
  });

  test("updates the node under its name, and the others wait", async () => {
    const candidates = (await read(warehouse)).nodes.filter(({ pool }) => pool === "plc");
    const [first, ...others] = candidates;
    if (!first || others.length === 0) throw new Error("no candidates");
    expect(await acted(warehouse, select, [first])).toEqual([{ name: first.name, outcome: "requested" }]);
    await seconds(10);
    const after = (await read(warehouse)).nodes;
    const updated = after.find(({ name }) => name === first.name);
    expect(updated?.updateLabels).toEqual({});
    expect(updated?.image).not.toBe(first.image);
    for (const { name, image } of others) expect(after.find((node) => node.name === name)?.image).toBe(image);
  });
});

test("read-only: nothing is asked of a node", async () => {
  const readOnly = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded), env: { READ_ONLY: "true" } });
  try {
    const body = { uid: "u", act: restart("kubelet"), nodes: [{ name: "n", uid: "u", resourceVersion: "1" }] };
    const refused = await demo.call(POST, "operator", { params: ledger, body, app: readOnly.app });
    expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "read-only" });
  } finally {
    await readOnly.stop();
  }
});
