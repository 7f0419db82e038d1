import { expect, test } from "vitest";
import { GET as listAccounts } from "#app/api/projects/[project]/accounts/route.ts";
import { GET } from "#app/api/projects/[project]/key-rotation/[namespace]/[secret]/route.ts";
import { cloudCredentialsSchema } from "#lib/contract/credentials-cloud.ts";
import { accountsSchema } from "#lib/contract/project/accounts.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { secrets, shoots } from "#lib/kube/resource.ts";
import { usesOfAccount } from "#lib/view/accounts/uses-of-account.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

// The clock stands still, so that no cluster is reconciled between two reads.
const demo = startDemoTestBed({ garden: { speed: 0 } });
const namespace = "garden-logistics";
const secret = "openstack-account-old";

const get = (identity: string, params = { project: "logistics", namespace, secret }) =>
  demo.call(GET, identity, { params });

async function read(identity: string) {
  const response = await get(identity);
  expect(response.status).toBe(200);
  return cloudCredentialsSchema.parse(await response.json());
}

test("a key is followed from the change of its Secret until every cluster has been reconciled", async () => {
  const before = await read("operator");
  expect(before).toMatchObject({ credentials: { kind: "Secret", namespace, name: secret }, mayDisableOld: true });
  expect(before.clusters.map(({ name }) => name).sort()).toEqual(["port-bremen", "port-hamburg"]);

  const client = demo.app.withToken(tokenOfDemoUser(demo.embedded, "operator"));
  const target = { resource: secrets, namespace, name: secret };
  const { resourceVersion = "" } = (await client.getMetadata(target)).body.metadata;
  await client.patch(target, { metadata: { resourceVersion }, data: { password: btoa("CANARYPASSWORD") } });
  const changed = await read("operator");
  expect(changed).toMatchObject({ upToDate: 0, mayDisableOld: false, changedAt: expect.any(String) });
  expect(JSON.stringify(changed)).not.toContain("CANARYPASSWORD");

  const inAnHour = new Date(Date.parse(changed.changedAt ?? "") + 3_600_000).toISOString();
  for (const { name } of changed.clusters) {
    demo.embedded.api.patch(
      { resource: shoots, namespace, name, subresource: "status" },
      { status: { lastOperation: { type: "Reconcile", state: "Succeeded", lastUpdateTime: inAnHour } } },
    );
  }
  await expect.poll(() => read("operator")).toMatchObject({ upToDate: 2, mayDisableOld: true, mayBeMore: false });

  // A cluster of another account has the key for its DNS records.
  const [other] = demo.embedded.api
    .list<Shoot>({ resource: shoots, namespace })
    .filter(({ metadata }) => !changed.clusters.some(({ name }) => name === metadata.name));
  const resourceRef = { apiVersion: "v1", kind: "Secret", name: secret };
  const { name } = other?.metadata ?? { name: "" };
  demo.embedded.api.patch(
    { resource: shoots, namespace, name },
    { spec: { resources: [{ name: "dns", resourceRef }] } },
  );
  const waiting = {
    upToDate: 2,
    mayDisableOld: false,
    clusters: expect.arrayContaining([expect.objectContaining({ name, withoutBinding: true, uptake: "waits" })]),
  };
  await expect.poll(() => read("operator")).toMatchObject(waiting);
  const listed = await parseOkResponse(
    await demo.call(listAccounts, "operator", { params: { project: "logistics" } }),
    accountsSchema,
  );
  const account = listed.accounts.find(({ credentials }) => credentials?.name === secret);
  expect(account && usesOfAccount(listed, account)).toMatchObject({ ...waiting, clusterCount: 3 });
});

test("a Secret to which no binding of the project refers is not there, and neither is a project of others", async () => {
  const elsewhere = { project: "shop", namespace, secret };
  expect(await problemIn(await get("operator", elsewhere))).toMatchObject({ status: 404 });
  expect(await problemIn(await get("owner-commerce"))).toMatchObject({ status: 404 });
});
