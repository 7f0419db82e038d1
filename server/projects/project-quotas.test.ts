import { describe, expect, test } from "vitest";
import { POST as previewRoute } from "#app/api/new-cluster/preview/route.ts";
import { GET as choicesRoute } from "#app/api/new-cluster/route.ts";
import { GET as quotasRoute } from "#app/api/projects/[project]/quotas/route.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { newClusterChoicesSchema, newClusterPreviewSchema } from "#lib/contract/new-cluster.ts";
import { projectQuotasSchema } from "#lib/contract/project/projects.ts";
import { startingShoot } from "#lib/create/starting-shoot.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { sumOfQuantities } from "#lib/kube/quantity.ts";
import { cloudProfiles, credentialsBindings, projects, quotas, shoots } from "#lib/kube/resource.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";

/** An account of a project that refers to Quotas; clusters named here use it. */
function plantAccount(
  { api }: EmbeddedGarden,
  namespace: string,
  account: { readonly quotas: readonly object[]; readonly clusters: readonly string[] },
): void {
  const credentialsRef = { apiVersion: "v1", kind: "Secret", name: "aws-account", namespace };
  api.create(
    { resource: credentialsBindings, namespace },
    {
      metadata: { name: "limited", namespace },
      ...{ provider: { type: "aws" }, credentialsRef, quotas: account.quotas },
    },
  );
  for (const name of account.clusters) {
    const target = { resource: shoots, namespace, name };
    api.patch(target, { spec: { credentialsBindingName: "limited", secretBindingName: null } });
  }
}

function plantQuota({ api }: EmbeddedGarden, namespace: string, metrics: object): void {
  const spec = { scope: { apiVersion: "v1", kind: "Secret" }, metrics };
  api.create({ resource: quotas, namespace }, { metadata: { name: "shared", namespace }, ...{ spec } });
}

/** Makes a stranger a manager of the members of `ml`, who is not allowed to read the namespace. */
function plantMemberManager({ api }: EmbeddedGarden): void {
  const target = { resource: projects, name: "ml" };
  const members = api.get<Project>(target)?.spec.members ?? [];
  const name = "sam.whitlock@harborline.example";
  const added = { apiGroup: "rbac.authorization.k8s.io", kind: "User", name, role: "uam" };
  api.patch(target, { spec: { members: [...members, added] } });
}

// The clock stands still, so that only requests change objects.
const demo = startDemoTestBed({
  garden: { speed: 0 },
  plant: (embedded) => {
    plantMemberManager(embedded);
    plantQuota(embedded, "garden-shop", { cpu: "1k", memory: "1Ti" });
    const shared = { name: "shared", namespace: "garden-shop" };
    plantAccount(embedded, "garden-shop", { quotas: [shared], clusters: ["storefront-eu"] });
    plantAccount(embedded, "garden-payments", { quotas: [shared], clusters: ["ledger-eu"] });
  },
});

const ask = (person: string, project: string) => demo.call(quotasRoute, person, { params: { project } });
const read = async (person: string, project: string) =>
  parseOkResponse(await ask(person, project), projectQuotasSchema);
const quotaOf = async (person: string, project: string, name: string) =>
  (await read(person, project)).accountQuotas?.find((quota) => quota.name === name);

describe("the limits of a project", () => {
  test("count what the garden has, and what is free is the rest", async () => {
    const { resourceQuotas } = await read("operator", "ml");
    const [{ name = "", uses = [] } = {}] = resourceQuotas ?? [];
    expect(name).toBe("gardener");
    const clusters = demo.embedded.api.list({ resource: shoots, namespace: "garden-ml" }).length;
    expect(uses.find(({ resource }) => resource === "count/shoots.core.gardener.cloud")).toEqual({
      resource: "count/shoots.core.gardener.cloud",
      limit: "7",
      used: String(clusters),
      free: String(7 - clusters),
    });
  });

  test("are empty in a project without limits, and absent for who is not allowed to read them", async () => {
    expect((await read("operator", "shop")).resourceQuotas).toEqual([]);
    expect(await read("stranger", "ml")).toEqual({});
  });

  test("are not found in a project that the user does not see", async () => {
    expect((await ask("stranger", "shop")).status).toBe(404);
  });
});

/** The preview of a further cluster with the account `trial`. */
async function previewOfMore() {
  const choices = parseOkResponse(
    await demo.call(choicesRoute, "operator", { path: "/api/new-cluster?project=sandbox" }),
    newClusterChoicesSchema,
  );
  const { profiles, namespace } = await choices;
  const profile = profiles.find(({ name }) => name === "aws");
  if (profile === undefined) throw new Error("the demo has no profile aws");
  const shoot: Shoot = startingShoot({
    ...{ project: "sandbox", namespace, name: "more", profile, region: "eu-central-1", account: "trial" },
    ...{ networking: "calico", now: demo.app.now() },
  });
  const body = { project: "sandbox", shoot: JSON.parse(JSON.stringify(shoot)) };
  const preview = demo.call(previewRoute, "operator", { body });
  return { shoot, told: await parseOkResponse(await preview, newClusterPreviewSchema) };
}

describe("a Quota", () => {
  test("is used as much as the clusters listed below it, each with all of its nodes", async () => {
    const { content, accounts } = (await quotaOf("operator", "sandbox", "trial")) ?? {};
    expect(accounts).toEqual(["trial"]);
    expect(content).toMatchObject({ scope: "project", mayBeMore: false });
    expect(content?.clusters.map(({ name }) => name)).toContain("trial-run");
    for (const { metric, used } of content?.uses ?? []) {
      const amounts = content?.clusters.map((cluster) => cluster.amounts?.[metric] ?? "") ?? [];
      expect([metric, sumOfQuantities(amounts)]).toEqual([metric, used]);
    }
  });

  test("limits the lifetime of its clusters, whose ends are told", async () => {
    const { content } = (await quotaOf("operator", "sandbox", "trial-lifetime")) ?? {};
    expect(content).toMatchObject({ scope: "credentials", lifetimeDays: 14, uses: [] });
    const stored = demo.shoot("sandbox", "trial-run").metadata.annotations?.[
      "shoot.gardener.cloud/expiration-timestamp"
    ];
    expect(content?.clusters.find(({ name }) => name === "trial-run")?.endsAt).toBe(Date.parse(stored ?? ""));
  });

  test("of credentials counts clusters of other projects, and says so to who does not see these", async () => {
    const all = await quotaOf("operator", "shop", "shared");
    expect(all?.content?.clusters.map(({ project, name }) => `${project}/${name}`)).toEqual([
      "payments/ledger-eu",
      "shop/storefront-eu",
    ]);
    expect(all?.content?.mayBeMore).toBe(false);
    const some = await quotaOf("viewer", "shop", "shared");
    expect(some?.content?.clusters.map(({ name }) => name)).toEqual(["storefront-eu"]);
    expect(some?.content?.mayBeMore).toBe(true);
  });

  test("that counts a cluster whose machine type has left the profile refuses every new cluster, and has no numbers", async () => {
    const { spec } = demo.shoot("sandbox", "trial-run");
    const [pool] = spec.provider.workers ?? [];
    const type = pool?.machine.type ?? "";
    const profile = { resource: cloudProfiles, name: "aws" };
    const machineTypes = demo.embedded.api.get<CloudProfile>(profile)?.spec.machineTypes ?? [];
    const renamed = machineTypes.map((each) => (each.name === type ? { ...each, name: "another" } : each));
    demo.embedded.api.patch(profile, { spec: { machineTypes: renamed } });
    const { content } = (await quotaOf("operator", "sandbox", "trial")) ?? {};
    const uncountable = { pool: pool?.name, machineType: type, lacks: "machine-type" };
    expect(content?.clusters.find(({ name }) => name === "trial-run")).toMatchObject({ uncountable });
    expect(content?.uses.length).toBeGreaterThan(0);
    for (const use of content?.uses ?? []) expect([use.used, use.free]).toEqual([undefined, undefined]);
    const { told, shoot } = await previewOfMore();
    expect(told.errors.map(({ message }) => message)).toContain(
      `Gardener cannot count the quota trial: the machine type ${type} of the pool sandbox/trial-run/${pool?.name} is not in its cloud profile.`,
    );
    const place = { resource: shoots, namespace: "garden-sandbox" };
    expect(() => demo.embedded.api.create(place, shoot)).toThrow(`machineType ${type} not found in CloudProfile`);
    demo.embedded.api.patch(profile, { spec: { machineTypes } });
  });

  test("that does not exist, or that the user is not allowed to read, is not shown as unused", async () => {
    const namespace = "garden-payments";
    const target = { resource: quotas, namespace, name: "shared" };
    plantQuota(demo.embedded, namespace, { cpu: "1" });
    // The quota is in a project of which the reader is no member.
    plantAccount(demo.embedded, "garden-platform", { quotas: [{ name: "shared", namespace }], clusters: [] });
    const foreign = await quotaOf("viewer", "platform", "shared");
    expect(foreign).toMatchObject({ namespace: "garden-payments", unread: "forbidden" });
    expect(foreign).not.toHaveProperty("content");
    demo.embedded.api.patch(target, { metadata: { finalizers: null } });
    demo.embedded.api.delete(target);
    expect(await quotaOf("operator", "platform", "shared")).toMatchObject({ unread: "not-found" });
  });

  test("refuses a new cluster with the numbers of the table", async () => {
    const target = { resource: quotas, namespace: "garden-sandbox", name: "trial" };
    const before = await quotaOf("operator", "sandbox", "trial");
    const used = Number(before?.content?.uses.find(({ metric }) => metric === "cpu")?.used);
    demo.embedded.api.patch<KubeObject>(target, { spec: { metrics: { cpu: String(used + 1) } } });
    const { told } = await previewOfMore();
    const [error] = told.errors;
    expect(error?.message).toMatch(
      new RegExp(`^With all nodes of its clusters the quota trial is exceeded: cpu \\d+ > ${used + 1}\\.$`),
    );
    const asked = Number(/cpu (\d+) >/.exec(error?.message ?? "")?.[1]);
    expect(asked).toBe(used + Number(told.size?.maximum.cpu));
    const after = (await quotaOf("operator", "sandbox", "trial"))?.content?.uses.find(({ metric }) => metric === "cpu");
    expect(after).toMatchObject({ limit: String(used + 1), used: String(used), free: "1" });
  });
});
