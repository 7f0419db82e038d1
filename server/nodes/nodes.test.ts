import { describe, expect, test } from "vitest";
import { POST } from "#app/api/clusters/[project]/[name]/nodes/route.ts";
import { nodesResponseSchema } from "#lib/contract/nodes.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const ledger = { project: "payments", name: "ledger-eu" };
const demo = startDemoTestBed({ garden: { now: new Date("2026-08-10T09:30:00Z") } });

const asking = (identity: string, params = ledger, body: object = { follow: [] }) =>
  demo.call(POST, identity, { params, body });
const reading = async (identity: string, cluster = ledger) =>
  parseOkResponse(await asking(identity, cluster), nodesResponseSchema);

describe("the nodes of a cluster", () => {
  test("are read with a viewer's kubeconfig, pool by pool as the cluster's own API has them", async () => {
    const found = await reading("operator");
    if (found.state !== "read") throw new Error(JSON.stringify(found));
    expect(found).toMatchObject({ role: "viewer", mayAct: true, unreadable: 0 });
    const pools = new Set(found.nodes.map(({ pool }) => pool));
    const workers = demo.shoot("payments", ledger.name).spec.provider.workers ?? [];
    expect([...pools].sort()).toEqual(workers.map(({ name }) => name).sort());
    expect(found.nodes.every(({ kubelet, image, uid }) => Boolean(kubelet && image && uid))).toBe(true);
  });

  test("are shown to a viewer, who may not act on them", async () => {
    expect(await reading("viewer", { project: "shop", name: "storefront-eu" })).toMatchObject({
      state: "read",
      role: "viewer",
      mayAct: false,
    });
  });

  test("are no business of a stranger's, who does not even learn whether the cluster is there", async () => {
    for (const name of [ledger.name, "no-such-cluster"]) {
      const refused = await asking("stranger", { ...ledger, name });
      expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "forbidden" });
    }
  });

  test("are withheld, with the reason, where there are none or nothing answers", async () => {
    const seen = new Set<string>();
    const all = demo.embedded.api.list<Shoot>({ resource: shoots });
    const one = [
      all.find(({ spec }) => (spec.provider.workers ?? []).length === 0),
      all.find(({ spec, status }) => status?.hibernated === true && (spec.provider.workers ?? []).length > 0),
    ];
    for (const shoot of one) {
      if (!shoot) throw new Error("the demo fleet lacks one of them");
      const project = (shoot.metadata.namespace ?? "").replace(/^garden-/, "");
      const found = await reading("operator", { project, name: shoot.metadata.name });
      seen.add(found.state === "withheld" ? found.why : found.state);
    }
    expect(seen).toEqual(new Set(["workerless", "hibernated"]));
  });

  test("S16: no credential that was made for it is in the answer or in the log", async () => {
    const text = await (await asking("operator")).text();
    for (const told of [text, demo.log.join("\n")]) expect(told).not.toMatch(/BEGIN|client-key-data|kubeconfig:/);
  });
});

test("a body that names what is no node is refused before anybody is asked", async () => {
  const refused = await asking("operator", ledger, { follow: ["../../secrets"] });
  expect(await problemIn(refused)).toMatchObject({ status: 400, reason: "invalid-request" });
});
