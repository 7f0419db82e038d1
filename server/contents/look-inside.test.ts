import { describe, expect, test } from "vitest";
import { POST } from "#app/api/clusters/[project]/[name]/contents/route.ts";
import { workloadAnnotation, workloadTraits } from "#garden/gardener/kinds/workload-traits.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import {
  type ContentsResponse,
  contentsPartNames,
  contentsResponseSchema,
} from "#lib/view/readiness/contents-schema.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const acquiring = { project: "payments", name: "acquiring" };
const demo = startDemoTestBed({
  garden: { now: new Date("2026-08-10T09:30:00Z") },
  plant({ api }) {
    const target = { resource: shoots, namespace: `garden-${acquiring.project}`, name: acquiring.name };
    api.patch(target, {
      metadata: { annotations: { [workloadAnnotation]: workloadTraits.join(",") } },
      spec: { kubernetes: { kubeAPIServer: { encryptionConfig: { resources: ["configmaps", "deployments.apps"] } } } },
    });
  },
});

/** The version after the one in which the demo's cluster still serves an API that was removed in 1.34. */
const nextVersion = "1.34.1";

const asking = (identity: string, { params = acquiring, to = nextVersion, asAdministrator = false } = {}) =>
  demo.call(POST, identity, { params, body: { to, asAdministrator } });
const looking = async (identity: string, how: Parameters<typeof asking>[1] = {}) =>
  parseOkResponse(await asking(identity, how), contentsResponseSchema);

function contentsOf(found: ContentsResponse) {
  if (found.state !== "read") throw new Error(JSON.stringify(found));
  return found.contents;
}

describe("a look inside a cluster", () => {
  test("reads each part with a viewer's kubeconfig, which is refused metrics and encrypted resources", async () => {
    const found = await looking("operator");
    const contents = contentsOf(found);
    expect(found).toMatchObject({
      role: "viewer",
      to: nextVersion,
      uid: demo.shoot("payments", "acquiring").metadata.uid,
    });
    expect(contents.requestedApis).toEqual({ state: "unread", why: "not-asked" });
    // Deployments are encrypted and StatefulSets are not.
    expect(contents.workloads).toMatchObject({ state: "read", isComplete: false });
    for (const part of contentsPartNames.filter((name) => name !== "requestedApis" && name !== "workloads")) {
      const { state, items, ...more } = { items: [], ...contents[part] };
      const expected = { state: "read", some: true, isComplete: true, unreadable: 0 };
      expect({ state, some: items.length > 0, ...more }, part).toEqual(expected);
    }
  });

  test("reads requested APIs and encrypted resources as well with the administrator's, which is asked for by itself", async () => {
    const found = await looking("operator", { asAdministrator: true });
    const { requestedApis, workloads } = contentsOf(found);
    expect(found).toMatchObject({ role: "admin" });
    expect(requestedApis).toMatchObject({ state: "read", isComplete: true });
    expect(workloads).toMatchObject({ state: "read", isComplete: true });
  });

  test("finds what stands against an update, as the cluster's own API has it", async () => {
    const { pods, budgets, webhooks, services, jobs, volumes, managedObjects } = contentsOf(await looking("operator"));
    const some = <Item>(
      part: { readonly state: string; readonly items?: readonly Item[] },
      is: (item: Item) => boolean,
    ) => (part.items ?? []).some(is);
    expect(some(pods, ({ controller, isMirror }) => controller === undefined && !isMirror)).toBe(true);
    expect(some(pods, ({ localVolumes }) => localVolumes.length > 0)).toBe(true);
    expect(some(pods, ({ safeToEvict }) => safeToEvict === false)).toBe(true);
    expect(some(pods, ({ waiting }) => waiting !== undefined)).toBe(true);
    expect(some(budgets, ({ status }) => status?.disruptionsAllowed === 0)).toBe(true);
    expect(some(webhooks, ({ caEndsAt }) => caEndsAt !== undefined)).toBe(true);
    expect(some(services, ({ readyAddresses }) => readyAddresses === 0)).toBe(true);
    expect(some(jobs, ({ active }) => active > 0)).toBe(true);
    expect(some(volumes, ({ zones }) => zones.length > 0)).toBe(true);
    expect(some(managedObjects, ({ writers }) => writers.some(({ api }) => api.endsWith("/v1beta1")))).toBe(true);
  });

  test("is no business of a stranger's, who does not even learn whether the cluster is there", async () => {
    for (const name of [acquiring.name, "no-such-cluster"]) {
      const refused = await asking("stranger", { params: { ...acquiring, name } });
      expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "forbidden" });
    }
  });

  test("is withheld from whoever gets no kubeconfig of the kind, without another kind being tried", async () => {
    const shop = { project: "shop", name: "storefront-eu" };
    expect(await looking("viewer", { params: shop })).toMatchObject({ state: "read", role: "viewer" });
    expect(await looking("viewer", { params: shop, asAdministrator: true })).toMatchObject({
      state: "withheld",
      why: "no-access",
      message: expect.stringContaining("adminkubeconfig"),
    });
  });

  test("is withheld while the cluster is hibernated, and reads a cluster without workers", async () => {
    const all = demo.embedded.api.list<Shoot>({ resource: shoots });
    const refOf = (shoot: Shoot | undefined) => ({
      project: (shoot?.metadata.namespace ?? "").replace(/^garden-/, ""),
      name: shoot?.metadata.name ?? "",
    });
    const asleep = refOf(all.find(({ status }) => status?.hibernated === true));
    expect(await looking("operator", { params: asleep })).toEqual({ state: "withheld", why: "hibernated" });
    const workerless = refOf(all.find(({ spec }) => (spec.provider.workers ?? []).length === 0));
    expect(contentsOf(await looking("operator", { params: workerless })).nodes).toMatchObject({
      state: "read",
      items: [],
    });
  });

  test("leaves no credential and nothing of the cluster's in answer and log", async () => {
    const answers = [await asking("operator"), await asking("operator", { asAdministrator: true })];
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    for (const told of [...texts, demo.log.join("\n")]) expect(told).not.toMatch(/BEGIN|client-key-data|kubeconfig:/);
    const lines = demo.log.filter((each) => each.includes('"audit":"look-inside"'));
    expect(lines.some((line) => line.includes('"cluster":"payments/acquiring"'))).toBe(true);
    expect(demo.log.join("\n")).not.toContain("blackbox-exporter");
  });
});

test("a body that names what is no version is refused before anybody is asked", async () => {
  for (const to of ["1.34", "latest", "1.34.1/../../secrets"]) {
    expect(await problemIn(await asking("operator", { to }))).toMatchObject({ status: 400, reason: "invalid-request" });
  }
});

test("more than two looks of one user at once are refused, and others go on", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => asking("operator")));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
  expect((await asking("operator")).status).toBe(200);
});
