import { beforeAll, describe, expect, test } from "vitest";
import { GET } from "#app/api/clusters/[project]/[name]/cloud-credentials/route.ts";
import { cloudCredentialsSchema } from "#lib/contract/credentials-cloud.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { credentialsBindings, secrets, shoots } from "#lib/kube/resource.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { describeUncountedClusters } from "#lib/view/credentials/cloud-credential-descriptions.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const namespace = "garden-payments";
const canary = "CANARYACCESSKEY73910";
// The clock stands still, so that no cluster is reconciled between two reads.
const demo = startDemoTestBed({ garden: { speed: 0 } });
let account: string;

beforeAll(async () => {
  account = demo.shoot("payments", "acquiring").spec.credentialsBindingName ?? "";
  // Changes the Secret as its owner would, so that the API server records manager and time.
  const client = demo.app.withToken(tokenOfDemoUser(demo.embedded, "owner-commerce"));
  const target = { resource: secrets, namespace, name: account };
  const { resourceVersion = "" } = (await client.getMetadata(target)).body.metadata;
  const accessKeyID = Buffer.from(canary).toString("base64");
  await client.patch(target, { metadata: { resourceVersion }, data: { accessKeyID } });
});

const get = (identity: string, params = { project: "payments", name: "acquiring" }) =>
  demo.call(GET, identity, { params });

async function read(identity: string, cluster?: { project: string; name: string }) {
  const response = await get(identity, cluster);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(text).not.toContain(canary);
  expect(text).not.toContain(Buffer.from(canary).toString("base64"));
  return cloudCredentialsSchema.parse(JSON.parse(text));
}

test("the binding, the Secret behind it, and every cluster that uses it through whichever binding", async () => {
  const found = await read("owner-commerce");
  expect(found).toMatchObject({
    binding: { kind: "CredentialsBinding", name: account, namespace },
    credentials: { kind: "Secret", name: account, namespace },
    unreadProjects: [],
  });
  const names = found.clusters.map(({ name }) => name);
  // Cluster ledger-us refers to the Secret by a SecretBinding; card-emulator has no workers and no credentials.
  expect(names).toEqual(expect.arrayContaining(["acquiring", "ledger-eu", "ledger-us", "settlement"]));
  expect(names).not.toContain("card-emulator");
  expect(await read("owner-commerce", { project: "payments", name: "card-emulator" })).toMatchObject({ clusters: [] });
});

test("after a change everybody waits until the cluster has been reconciled well, and one is still not all", async () => {
  const before = await read("owner-commerce");
  expect(before.changedAt).toBeDefined();
  expect(before).toMatchObject({ upToDate: 0, mayDisableOld: false });
  expect(new Set(before.clusters.map(({ uptake }) => uptake))).toEqual(new Set(["waits", "failed"]));
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  demo.embedded.api.patch(
    { resource: shoots, namespace, name: "acquiring", subresource: "status" },
    { status: { lastOperation: { type: "Reconcile", state: "Succeeded", lastUpdateTime: inAnHour } } },
  );
  const found = await read("owner-commerce");
  expect(found.clusters.find(({ name }) => name === "acquiring")).toMatchObject({ uptake: "uses-new" });
  expect(found).toMatchObject({ upToDate: 1, mayDisableOld: false });
});

test("a Secret that is used from another project too is waited for there as well, by whoever sees it", async () => {
  const binding = demo.embedded.api.get({ resource: credentialsBindings, namespace, name: account });
  const metadata = { name: "shared-with-payments", namespace: "garden-shop" };
  demo.embedded.api.create({ resource: credentialsBindings, namespace: "garden-shop" }, { ...binding, metadata });
  const target = { resource: shoots, namespace: "garden-shop", name: "storefront-eu" };
  demo.embedded.api.patch(target, { spec: { credentialsBindingName: metadata.name } });
  await eventually(async () => {
    const { clusters } = await read("owner-commerce");
    expect(clusters).toContainEqual(expect.objectContaining({ project: "shop", name: "storefront-eu" }));
  });
  const { clusters } = await read("operator");
  expect(clusters).toContainEqual(expect.objectContaining({ project: "shop", name: "storefront-eu" }));
});

describe("what is not known is said", () => {
  test("a cluster that is hidden from a person is neither named nor counted, and that there may be one is said", async () => {
    const binding = demo.embedded.api.get({ resource: credentialsBindings, namespace, name: account });
    const metadata = { name: "shared-with-platform", namespace: "garden-platform" };
    demo.embedded.api.create(
      { resource: credentialsBindings, namespace: metadata.namespace },
      { ...binding, metadata },
    );
    const target = { resource: shoots, namespace: metadata.namespace, name: "registry" };
    const before = await read("owner-commerce");
    demo.embedded.api.patch(target, { spec: { credentialsBindingName: metadata.name } });
    await eventually(async () => {
      const all = await read("operator");
      expect(all.clusters).toContainEqual(expect.objectContaining({ project: "platform", name: "registry" }));
      expect(all.mayBeMore).toBe(false);
    });
    expect(await read("owner-commerce")).toEqual(before);
    expect(before.mayBeMore).toBe(true);
    expect(describeUncountedClusters(before)).toMatch(/^There may be more/);
  });

  test("a viewer may not look at the Secret, and sees who shares it all the same", async () => {
    const found = await read("viewer", { project: "shop", name: "storefront-us" });
    expect(found.changeUnknown).toBe("forbidden");
    expect(found.clusters.length).toBeGreaterThan(1);
    expect(new Set(found.clusters.map(({ uptake }) => uptake))).toEqual(new Set(["unknown"]));
    expect(found.mayDisableOld).toBe(false);
  });

  test("a Secret without a record of its writes", async () => {
    const found = await read("owner-data", { project: "analytics", name: "lake-prod" });
    expect(found.changeUnknown).toBe("not-recorded");
    expect(found.mayDisableOld).toBe(false);
  });

  test("a binding that is not there", async () => {
    const target = { resource: shoots, namespace: "garden-shop", name: "loyalty" };
    const account = demo.embedded.api.get<Shoot>(target)?.spec.credentialsBindingName ?? "";
    const inShop = { resource: credentialsBindings, namespace: "garden-shop" };
    const binding = demo.embedded.api.get({ ...inShop, name: account });
    demo.embedded.api.create(inShop, { ...binding, metadata: { name: "soon-gone", namespace: "garden-shop" } });
    demo.embedded.api.patch(target, { spec: { credentialsBindingName: "soon-gone" } });
    demo.embedded.api.delete({ ...inShop, name: "soon-gone" });
    expect((await read("owner-commerce", { project: "shop", name: "loyalty" })).unread).toBe("not-found");
  });

  test("a stranger learns nothing", async () => {
    expect(await problemIn(await get("stranger"))).toMatchObject({ status: 403, reason: "forbidden" });
  });
});
