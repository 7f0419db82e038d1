import { describe, expect, test } from "vitest";
import { POST as changeRoute, GET as listRoute } from "#app/api/projects/[project]/accounts/route.ts";
import { type Secret, secretObject } from "#garden/api/core/core-objects.ts";
import type { CredentialsBinding } from "#garden/gardener/kinds/bindings.ts";
import { type AccountChange, accountsSchema } from "#lib/contract/project/accounts.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { credentialsBindings, type KubeResource, secrets, shoots, workloadIdentities } from "#lib/kube/resource.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { usesOfAccount } from "#lib/view/accounts/uses-of-account.ts";
import { newestKeyLabel } from "#lib/words/project/account-descriptions.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden } from "#server/testing/embedded-garden.ts";
import { problemIn, startRouteTestBed } from "#server/testing/route-test-bed.ts";

const demo = startDemoTestBed();
const namespace = "garden-shop";
const params = { project: "shop" };
const owner = "owner-commerce";

const ask = (person: string, project = "shop") => demo.call(listRoute, person, { params: { project } });
/** The accounts, each with what uses its credentials. */
async function list(person = owner, project = "shop") {
  const listed = await parseOkResponse(await ask(person, project), accountsSchema);
  return { ...listed, accounts: listed.accounts.map((account) => ({ ...account, ...usesOfAccount(listed, account) })) };
}
const change = (body: AccountChange, person = owner, project = "shop") =>
  demo.call(changeRoute, person, { params: { project }, body });
const stored = (resource: KubeResource, name: string, place = namespace) =>
  demo.embedded.api.get<KubeObject>({ resource, namespace: place, name });
const storedValue = (name: string, key: string) => {
  const value = fieldAt(stored(secrets, name), "data", key);
  return value === undefined ? undefined : Buffer.from(String(value), "base64").toString();
};
const accountOf = async (name: string, person = owner) =>
  (await list(person)).accounts.find((account) => account.name === name && account.binding === "CredentialsBinding");

/** Values that must never leave the garden; each account gets its own. */
const canary = "CANARY/OF/ACCOUNT/KEYS";
const awsKeys = { accessKeyID: "A".repeat(20), secretAccessKey: `${canary}/aws`.padEnd(40, "0") };
const guid = "11111111-2222-3333-4444-555555555555";
const serviceAccount = (project: string) =>
  JSON.stringify({
    type: "service_account",
    project_id: project,
    private_key_id: "a".repeat(40),
    private_key: `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----\n`,
    client_email: `x@${project}.iam.gserviceaccount.com`,
    token_uri: "https://oauth2.googleapis.com/token",
  });

interface Sample {
  readonly type: string;
  readonly way?: "password" | "application" | "managed" | "credential-id" | "credential-name" | "key";
  readonly data: Readonly<Record<string, string>>;
  /** Values that a later change sends. */
  readonly next: Readonly<Record<string, string>>;
  readonly nextWay?: "password" | "application" | "credential-id";
}

const samples: readonly Sample[] = [
  { type: "aws", data: awsKeys, next: { ...awsKeys, accessKeyID: "B".repeat(20) } },
  {
    type: "azure",
    way: "application",
    data: { subscriptionID: guid, tenantID: guid, clientID: guid, clientSecret: `${canary}-1` },
    next: { clientID: guid, clientSecret: `${canary}-2` },
  },
  {
    type: "gcp",
    data: { "serviceaccount.json": serviceAccount("my-project-123") },
    next: { "serviceaccount.json": serviceAccount("my-project-123").replace("a".repeat(40), "b".repeat(40)) },
  },
  {
    type: "openstack",
    way: "password",
    data: { domainName: "d", tenantName: "t", username: "u", password: `${canary}-pw` },
    next: { applicationCredentialID: "id", applicationCredentialSecret: `${canary}-app` },
    nextWay: "credential-id",
  },
  {
    type: "alicloud",
    data: { accessKeyID: "a".repeat(16), accessKeySecret: `${canary}-alicloud-secret` },
    next: { accessKeyID: "a".repeat(16), accessKeySecret: `${canary}-alicloud-other!` },
  },
  {
    type: "metal",
    data: { metalAPIURL: "https://api.metal.example", metalAPIHMac: canary },
    next: { metalAPIHMac: `${canary}-2` },
  },
  { type: "hcloud", data: { hcloudToken: `${canary}-h` }, next: { hcloudToken: `${canary}-h2` } },
];

describe.each(samples)("an account for $type", ({ type, way, data, next, nextWay }) => {
  const name = `fresh-${type}`;

  test("is created as a Secret and a binding, updated in place, and deleted with both", async () => {
    const created = await change({ kind: "create", name, purpose: "infrastructure", type, data, ...(way && { way }) });
    expect(await created.text()).toBe("{}");
    const found = await accountOf(name);
    expect(found).toMatchObject({ type, clusters: [], ownClusters: 0, otherBindings: 0, quotas: [] });
    expect(found?.credentials).toEqual({ kind: "Secret", namespace, name });
    expect(found?.changedAt).toBeDefined();

    const uidBefore = stored(secrets, name)?.metadata.uid;
    const account = { kind: "CredentialsBinding", name } as const;
    const updated = await change({ kind: "update", account, data: next, ...(nextWay && { way: nextWay }) });
    expect([updated.status, await updated.text()]).toEqual([200, "{}"]);
    expect(stored(secrets, name)?.metadata.uid).toBe(uidBefore);
    for (const [key, value] of Object.entries(next)) expect(storedValue(name, key)).toBe(value);
    if (type === "openstack") expect(storedValue(name, "password")).toBeUndefined();

    expect((await change({ kind: "delete", account, uid: "another" })).status).toBe(409);
    expect((await change({ kind: "delete", account, uid: found?.uid ?? "" })).status).toBe(200);
    await eventually(async () => {
      expect(stored(credentialsBindings, name)).toBeUndefined();
      expect(stored(secrets, name)).toBeUndefined();
    });
    expect(demo.log.join("\n")).not.toContain(canary);
  });
});

describe("what is refused", () => {
  const account = { kind: "CredentialsBinding", name: "azure-account" } as const;

  test("keys that the extension would refuse stand beside their keys, without the values", async () => {
    const data = { accessKeyID: "short", secretAccessKey: canary, token: "x" };
    const refused = await change({ kind: "create", name: "bad", purpose: "infrastructure", type: "aws", data });
    const text = await refused.clone().text();
    expect(text).not.toContain(canary);
    const { status, causes = [] } = await problemIn(refused);
    expect([status, [...new Set(causes.map(({ field }) => field))].sort()]).toEqual([
      400,
      ["accessKeyID", "secretAccessKey", "token"],
    ]);
    expect(stored(secrets, "bad")).toBeUndefined();
  });

  test("subscription and tenant of Azure stay", async () => {
    const other = { subscriptionID: guid, clientID: guid, clientSecret: canary };
    const { causes } = await problemIn(await change({ kind: "update", account, data: other }));
    expect(causes?.map(({ field }) => field)).toEqual(["subscriptionID"]);
  });

  test("another project of Google has to be confirmed", async () => {
    const gcp = { kind: "CredentialsBinding", name: "gcp-account" } as const;
    const data = { "serviceaccount.json": serviceAccount("other-project-1") };
    const refused = await change({ kind: "update", account: gcp, data });
    expect(await problemIn(refused)).toMatchObject({
      reason: "refused-by-policy",
      causes: [expect.objectContaining({ field: "acceptsOtherProject" })],
    });
    expect((await change({ kind: "update", account: gcp, data, acceptsOtherProject: true })).status).toBe(200);
    expect(storedValue("gcp-account", "serviceaccount.json")).toContain("other-project-1");
  });

  test("a Secret whose binding the garden refuses is removed again", async () => {
    const reference = { apiVersion: "v1", kind: "Secret", namespace, name: "aws-account" };
    const taken: CredentialsBinding = {
      metadata: { name: "taken" },
      provider: { type: "aws" },
      credentialsRef: reference,
      quotas: [],
    };
    demo.embedded.api.create({ resource: credentialsBindings, namespace }, taken);
    const body: AccountChange = {
      kind: "create",
      name: "taken",
      purpose: "infrastructure",
      type: "aws",
      data: awsKeys,
    };
    const refused = await change(body);
    expect(await refused.clone().text()).not.toContain(canary);
    expect(await problemIn(refused)).toMatchObject({
      reason: "conflict",
      detail: "There is an account of this name already.",
    });
    expect(stored(secrets, "taken")).toBeUndefined();
  });

  test("an account that a cluster uses is not deleted", async () => {
    const found = (await list()).accounts.find(
      ({ clusters, binding }) => clusters.length > 0 && binding === "CredentialsBinding",
    );
    const used = { kind: "CredentialsBinding", name: found?.name ?? "" } as const;
    const refused = await change({ kind: "delete", account: used, uid: found?.uid ?? "" });
    expect(await problemIn(refused)).toMatchObject({ reason: "refused-by-policy" });
    expect(stored(secrets, used.name)?.metadata.deletionTimestamp).toBeUndefined();
  });

  test("an account stays while a cluster of another account names its Secret", async () => {
    const body: AccountChange = {
      kind: "create",
      name: "named",
      purpose: "infrastructure",
      type: "aws",
      data: awsKeys,
    };
    expect((await change(body)).status).toBe(200);
    const target = { resource: shoots, namespace, name: "storefront-eu" };
    const resourceRef = { apiVersion: "v1", kind: "Secret", name: "named" };
    demo.embedded.api.patch(target, { spec: { resources: [{ name: "keys", resourceRef }] } });
    const named = { project: "shop", name: "storefront-eu", withoutBinding: true, uptake: "waits" };
    await eventually(async () => expect((await accountOf("named"))?.clusters).toMatchObject([named]));
    const account = await accountOf("named");
    expect(account).toMatchObject({ clusterCount: 1, upToDate: 0, mayDisableOld: false });
    expect(account && newestKeyLabel(account, account)).toBe("taken by 0 of 1");
    const uid = (await accountOf("named"))?.uid ?? "";
    const deletion: AccountChange = { kind: "delete", account: { kind: "CredentialsBinding", name: "named" }, uid };
    expect(await problemIn(await change(deletion))).toMatchObject({ reason: "refused-by-policy" });
    expect(stored(secrets, "named")?.metadata.deletionTimestamp).toBeUndefined();
    demo.embedded.api.patch(target, { spec: { resources: null } });
    await eventually(async () => expect((await accountOf("named"))?.clusters).toEqual([]));
    expect((await change(deletion)).status).toBe(200);
  });

  test("the Secret of another project is neither changed nor deleted", async () => {
    const reference = { apiVersion: "v1", kind: "Secret", namespace: "garden-payments", name: "aws-account" };
    const binding = { metadata: { name: "shared" }, provider: { type: "aws" }, credentialsRef: reference, quotas: [] };
    demo.embedded.api.create<CredentialsBinding>({ resource: credentialsBindings, namespace }, binding);
    const found = await accountOf("shared");
    expect(found).toMatchObject({ sharedFrom: "payments", ownClusters: 0 });
    expect(found?.clusters.length).toBeGreaterThan(0);
    const account = { kind: "CredentialsBinding", name: "shared" } as const;
    expect((await change({ kind: "update", account, data: awsKeys })).status).toBe(400);
    expect((await change({ kind: "delete", account, uid: found?.uid ?? "" })).status).toBe(200);
    await eventually(async () => expect(stored(credentialsBindings, "shared")).toBeUndefined());
    expect(stored(secrets, "aws-account", "garden-payments")?.metadata.deletionTimestamp).toBeUndefined();
  });

  test("everything in read-only mode", async () => {
    const readOnly = await startRouteTestBed({
      found: connectEmbeddedGarden(demo.embedded),
      env: { READ_ONLY: "true" },
    });
    const body: AccountChange = { kind: "create", name: "x", purpose: "infrastructure", type: "aws", data: awsKeys };
    const refused = await demo.call(changeRoute, owner, { params, body, app: readOnly.app });
    expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "read-only" });
    await readOnly.stop();
  });
});

test("a viewer sees bindings and who uses them, no details of Secrets, and changes nothing; a stranger sees no project", async () => {
  const seen = await list("viewer");
  expect(seen.rights).toMatchObject({ create: false, update: false, delete: false });
  expect(seen).not.toHaveProperty("dns");
  expect(new Set(seen.accounts.map(({ changeUnknown }) => changeUnknown))).toEqual(new Set(["forbidden"]));
  expect(seen.accounts.some(({ clusters }) => clusters.length > 0)).toBe(true);
  const body: AccountChange = { kind: "create", name: "mine", purpose: "infrastructure", type: "aws", data: awsKeys };
  const refused = await change(body, "viewer");
  expect(refused.status).toBe(403);
  expect(await refused.text()).not.toContain(canary);
  expect((await ask("stranger")).status).toBe(404);
});

describe("an account for DNS", () => {
  test("is a Secret with the dashboard's label, and stays while a cluster names it", async () => {
    const name = "route53";
    const data = { ...awsKeys, region: "eu-central-1" };
    expect((await change({ kind: "create", name, purpose: "dns", type: "aws-route53", data })).status).toBe(200);
    expect(stored(secrets, name)?.metadata.labels).toEqual({
      "dashboard.gardener.cloud/dnsProviderType": "aws-route53",
    });
    const find = async () => (await list()).dns?.find((each) => each.name === name);
    const found = await find();
    expect(found).toMatchObject({ type: "aws-route53", clusters: [] });
    const account = { kind: "Secret", name } as const;
    expect((await change({ kind: "update", account, data: { region: "eu-west-1" } })).status).toBe(200);
    expect(storedValue(name, "region")).toBe("eu-west-1");
    expect(storedValue(name, "accessKeyID")).toBe(awsKeys.accessKeyID);

    const reference = { apiVersion: "v1", kind: "Secret", name };
    const target = { resource: shoots, namespace, name: "storefront-eu" };
    demo.embedded.api.patch(target, { spec: { resources: [{ name: "dns", resourceRef: reference }] } });
    await eventually(async () =>
      expect((await find())?.clusters).toEqual([{ project: "shop", name: "storefront-eu" }]),
    );
    expect((await change({ kind: "delete", account, uid: found?.uid ?? "" })).status).toBe(422);
    demo.embedded.api.patch(target, { spec: { resources: null } });
    await eventually(async () => expect((await find())?.clusters).toEqual([]));
    expect((await change({ kind: "delete", account, uid: found?.uid ?? "" })).status).toBe(200);
    expect(stored(secrets, name)).toBeUndefined();
  });

  test("is the only Secret that can be changed without a binding", async () => {
    const account = { kind: "Secret", name: "storefront-eu.ssh-keypair" } as const;
    const pair = secretObject({ name: account.name }, { id_rsa: canary });
    demo.embedded.api.create<Secret>({ resource: secrets, namespace }, pair);
    expect((await change({ kind: "update", account, data: { id_rsa: "mine" } })).status).toBe(404);
    const uid = stored(secrets, account.name)?.metadata.uid ?? "";
    expect((await change({ kind: "delete", account, uid })).status).toBe(404);
    expect(storedValue(account.name, "id_rsa")).toBe(canary);
  });
});

describe("a WorkloadIdentity", () => {
  const config = { roleARN: "arn:aws:iam::123456789012:role/gardener" };

  test("is created with its binding, says what the cloud has to trust, and is deleted with it", async () => {
    const name = "trusted";
    const body: AccountChange = { kind: "create-identity", name, type: "aws", audiences: ["sts.example"], config };
    expect((await change(body)).status).toBe(200);
    const { identities = [], issuer } = await list();
    const identity = identities.find((each) => each.name === name);
    expect(issuer).toBe("https://discovery.harborline.example");
    expect(identity?.sub).toMatch(/^gardener\.cloud:workloadidentity:garden-shop:trusted:[0-9a-f-]{36}$/);
    expect(identity?.bindings).toEqual([name]);
    expect(identity?.trust.map(({ text }) => text).join("\n")).toContain(identity?.sub);
    expect(await accountOf(name)).toMatchObject({
      credentials: { kind: "WorkloadIdentity" },
      changeUnknown: "no-secret",
    });

    const uid = identity?.uid ?? "";
    expect((await change({ kind: "delete-identity", name, uid })).status).toBe(422);
    const account = await accountOf(name);
    const remove: AccountChange = {
      kind: "delete",
      account: { kind: "CredentialsBinding", name },
      uid: account?.uid ?? "",
    };
    expect((await change(remove)).status).toBe(200);
    await eventually(async () => expect(stored(workloadIdentities, name)).toBeUndefined());
  });

  test("stays while a cluster names it without a binding", async () => {
    const bound: AccountChange = { kind: "create-identity", name: "bound", type: "aws", audiences: ["a"], config };
    expect((await change(bound)).status).toBe(200);
    const targetSystem = { type: "aws", providerConfig: config };
    const identity = { metadata: { name: "bare" }, spec: { audiences: ["a"], targetSystem } };
    demo.embedded.api.create<KubeObject>({ resource: workloadIdentities, namespace }, identity);
    const named = ["bound", "bare"].map((name) => ({
      name,
      resourceRef: { apiVersion: "security.gardener.cloud/v1alpha1", kind: "WorkloadIdentity", name },
    }));
    const target = { resource: shoots, namespace, name: "storefront-eu" };
    demo.embedded.api.patch(target, { spec: { resources: named } });
    await eventually(async () => expect(await accountOf("bound")).toMatchObject({ clusterCount: 1 }));
    const uid = stored(workloadIdentities, "bare")?.metadata.uid ?? "";
    const deletion: AccountChange = { kind: "delete-identity", name: "bare", uid };
    expect((await problemIn(await change(deletion))).detail).toBe("1 cluster uses this account: nothing was deleted.");
    demo.embedded.api.patch(target, { spec: { resources: null } });
    await eventually(async () => expect((await change(deletion)).status).toBe(200));
    const account = { kind: "CredentialsBinding", name: "bound" } as const;
    expect((await change({ kind: "delete", account, uid: (await accountOf("bound"))?.uid ?? "" })).status).toBe(200);
    await eventually(async () => expect(stored(credentialsBindings, "bound")).toBeUndefined());
  });

  test("is refused beside its fields", async () => {
    const body: AccountChange = {
      kind: "create-identity",
      name: "x",
      type: "aws",
      audiences: [],
      config: { roleARN: "x" },
    };
    const { causes } = await problemIn(await change(body));
    expect(causes?.map(({ field }) => field)).toEqual(["audiences", "roleARN"]);
  });
});

test("the audit log has names and no values, and a digest that values do not enter", async () => {
  const digests = async (secretAccessKey: string) => {
    demo.log.length = 0;
    const data = { ...awsKeys, accessKeyID: "nope", secretAccessKey };
    await change({ kind: "create", name: "audited", purpose: "infrastructure", type: "aws", data });
    const line = demo.log.find((each) => each.includes('"audit":"change-account"')) ?? "{}";
    const record: unknown = JSON.parse(line);
    expect(record).toMatchObject({ account: "audited", project: "shop", result: "invalid-request" });
    return stringAt(record, "preview");
  };
  expect(await digests("one")).toBe(await digests("two"));
});
