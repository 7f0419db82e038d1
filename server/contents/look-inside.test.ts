import { describe, expect, test } from "vitest";
import { POST } from "#app/api/clusters/[project]/[name]/contents/route.ts";
import { contentsResponseSchema } from "#lib/contract/contents/cluster-contents.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const ledger = { project: "payments", name: "ledger-eu" };
const demo = startDemoTestBed({ garden: { now: new Date("2026-08-10T09:30:00Z") } });

const asking = (identity: string, { params = ledger, to = "1.33.4", asAdministrator = false } = {}) =>
  demo.call(POST, identity, { params, body: { to, asAdministrator } });
const looking = async (identity: string, how: Parameters<typeof asking>[1] = {}) =>
  parseOkResponse(await asking(identity, how), contentsResponseSchema);

describe("a look inside a cluster", () => {
  test("reads with a viewer's kubeconfig, and asks for no metrics with it", async () => {
    const found = await looking("operator");
    if (found.state !== "read") throw new Error(JSON.stringify(found));
    expect(found).toMatchObject({
      role: "viewer",
      to: "1.33.4",
      uid: demo.shoot("payments", "ledger-eu").metadata.uid,
    });
    expect(found.contents.requestedApis).toEqual({ state: "unread", why: "not-asked" });
    for (const part of ["nodes", "pods", "namespaces", "workloads"] as const) {
      const { state, items } = { items: [], ...found.contents[part] };
      expect({ state, some: items.length > 0 }, part).toEqual({ state: "read", some: true });
    }
  });
  test("is no business of a stranger's, who does not even learn whether the cluster is there", async () => {
    for (const name of [ledger.name, "no-such-cluster"]) {
      const refused = await asking("stranger", { params: { ...ledger, name } });
      expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "forbidden" });
    }
  });
});
