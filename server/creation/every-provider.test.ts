import { describe, expect, test } from "vitest";
import { POST as previewRoute } from "#app/api/new-cluster/preview/route.ts";
import { GET as choicesRoute, POST as createRoute } from "#app/api/new-cluster/route.ts";
import {
  type ClusterProfile,
  type NewClusterPreview,
  newClusterChoicesSchema,
  newClusterPreviewSchema,
} from "#lib/contract/new-cluster.ts";
import { withZones } from "#lib/create/provider-blocks.ts";
import { startingShoot } from "#lib/create/starting-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

// The clock stands still, so that only requests change objects. The project sandbox has an account for every provider.
const demo = startDemoTestBed({ garden: { speed: 0 } });
const project = "sandbox";
const namespace = "garden-sandbox";

/** What only the owner of a cluster can know. */
const ofOwner: Readonly<Record<string, object>> = {
  metal: {
    metadata: { annotations: { "cluster.metal-stack.io/tenant": "harborline" } },
    spec: { provider: { infrastructureConfig: { projectID: "p-1", firewall: { networks: ["internet"] } } } },
  },
};

interface Start {
  readonly profile: ClusterProfile;
  readonly shoot: Shoot;
}

async function start(type: string, name: string): Promise<Start> {
  const path = `/api/new-cluster?project=${project}`;
  const { profiles, accounts } = await parseOkResponse(
    await demo.call(choicesRoute, "operator", { path }),
    newClusterChoicesSchema,
  );
  const profile = profiles.find((each) => each.type === type);
  const region = profile?.regions.find(({ seeds = 0 }) => seeds > 0)?.name;
  if (profile === undefined || region === undefined) throw new Error(`no Seed takes clusters of ${type}`);
  const account = accounts.find((each) => each.name === `${type}-account`)?.name;
  const choices = { project, namespace, name, profile, region, account, networking: "calico" };
  const shoot = startingShoot({ ...choices, now: demo.app.now() });
  return { profile, shoot: JSON.parse(JSON.stringify(applyMergePatch(shoot, ofOwner[type] ?? {}))) };
}

const create = (shoot: Shoot) => demo.call(createRoute, "operator", { body: { project, shoot } });

async function previewOf(shoot: Shoot): Promise<NewClusterPreview> {
  return parseOkResponse(
    await demo.call(previewRoute, "operator", { body: { project, shoot } }),
    newClusterPreviewSchema,
  );
}

/** The Shoot with its pool in every zone of its region. */
function everywhere({ shoot, profile }: Start): Shoot {
  const zones = profile.regions.find(({ name }) => name === shoot.spec.region)?.zones.map(({ name }) => name) ?? [];
  const workers = (shoot.spec.provider.workers ?? []).map((pool) =>
    pool.zones ? { ...pool, maximum: 9, zones } : pool,
  );
  return withZones({ ...shoot, spec: { ...shoot.spec, provider: { ...shoot.spec.provider, workers } } }, profile);
}

const providers = ["alicloud", "aws", "azure", "gcp", "hcloud", "local", "metal", "openstack"];

describe("the Shoot with which a new cluster starts", () => {
  test.each(providers)("is accepted and created on %s, also with its pool in every zone", async (type) => {
    const begun = await start(type, `new-${type}`);
    expect(await previewOf(everywhere(begun))).toMatchObject({ errors: [], dryRun: { verdict: "accepted" } });
    expect(await previewOf(begun.shoot)).toMatchObject({ errors: [], dryRun: { verdict: "accepted" } });
    expect((await create(begun.shoot)).status).toBe(201);
    expect(demo.shoot(project, `new-${type}`).spec.provider.type).toBe(type);
  });

  test.each(providers)("is accepted without workers on %s", async (type) => {
    const { profile, shoot } = await start(type, "bare");
    const choices = { project, namespace, name: "bare", profile, region: shoot.spec.region ?? "", account: undefined };
    const bare = startingShoot({ ...choices, networking: "calico", workerless: true, now: demo.app.now() });
    expect(await previewOf(bare)).toMatchObject({ errors: [], dryRun: { verdict: "accepted" } });
  });
});

/** Changes that the admission of a provider's extension refuses. */
const mistakes: readonly (readonly [string, string, object])[] = [
  ["aws", "no network for the zone, and none for the VPC", { networks: { vpc: { cidr: null }, zones: [] } }],
  ["aws", "a range outside of the VPC", { networks: { vpc: { cidr: "10.251.0.0/16" } } }],
  ["azure", "a virtual network of two kinds", { networks: { vnet: { name: "mine" } } }],
  ["gcp", "no range of workers", { networks: { workers: "10.250.0.0" } }],
  ["openstack", "a floating pool that nobody offers", { floatingPoolName: "elsewhere" }],
  ["alicloud", "a VPC by id and by range", { networks: { vpc: { id: "vpc-1" } } }],
  ["metal", "a partition of another region", { partitionID: "elsewhere" }],
];

describe("the admission of an extension answers with one text, and its fields are found", () => {
  test.each(mistakes)("on %s: %s", async (type, _mistake, infrastructureConfig) => {
    const { shoot } = await start(type, "broken");
    const broken: Shoot = JSON.parse(
      JSON.stringify(applyMergePatch(shoot, { spec: { provider: { infrastructureConfig } } })),
    );
    const told = new Set((await previewOf(broken)).errors.map(({ field }) => field));
    const problem = await problemIn(await create(broken));
    expect(problem).toMatchObject({ status: 422, reason: "refused-by-garden" });
    const fields = (problem.causes ?? []).map(({ field }) => field);
    expect(fields.length).toBeGreaterThan(0);
    expect(fields.filter((field) => !told.has(field))).toEqual([]);
  });
});
