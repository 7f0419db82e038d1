import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "#app/api/clusters/[project]/[name]/seeds/route.ts";
import { type SeedChoice, seedChoiceSchema } from "#lib/contract/seeds.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { seeds as seedResource } from "#lib/kube/resource.ts";
import { canariesIn, plantCanaries } from "#server/testing/canaries.ts";
import { clusterRoles } from "#server/testing/cluster-roles.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const protectedTaint = "seed.gardener.cloud/protected";
let all: readonly Project[] = [];

const demo = startDemoTestBed({
  plant: ({ api }) => {
    all = plantCanaries(api);
  },
});

const get = (identity: string, params: { project: string; name: string }) => demo.call(GET, identity, { params });

async function read(identity: string, cluster: { project: string; name: string }) {
  const response = await get(identity, cluster);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  // Seeds belong to the garden: the response must not contain data of projects other than the cluster's own.
  expect(canariesIn(text, all).filter((project) => project !== cluster.project)).toEqual([]);
  return seedChoiceSchema.parse(JSON.parse(text));
}

function sentencesOf(seed: SeedChoice["seeds"][number] | undefined): readonly string[] | undefined {
  return seed?.obstacles.map(({ sentence }) => sentence);
}

const acquiring = { project: "payments", name: "acquiring" };
const storefront = { project: "shop", name: "storefront-eu" };
const lake = { project: "analytics", name: "lake-prod" };

test.each([
  ["operator", acquiring, true],
  ["owner-commerce", acquiring, false],
  ["owner-data", lake, false],
  ["viewer", storefront, false],
])(
  "%s sees every Seed with its reasons, and whether it is full only with every cluster in view",
  async (identity, cluster, capacityKnown) => {
    const choice = await read(identity, cluster);
    expect(choice).toMatchObject({ capacityKnown, profileRead: true });
    expect(choice.unread).toBeUndefined();
    const present = demo.embedded.api.list({ resource: seedResource }).map(({ metadata }) => metadata.name);
    expect(choice.seeds.map(({ name }) => name).toSorted()).toEqual(present.toSorted());
    expect(choice.seeds.filter(({ current }) => current)).toHaveLength(1);
    expect(choice.seeds[0]).toMatchObject({ current: true, usable: true, obstacles: [] });
    const protectedSeed = choice.seeds.find(({ name }) => name === "os-south1");
    expect(sentencesOf(protectedSeed)).toContain(`The cluster does not tolerate ${protectedTaint}.`);
    const hidden = choice.seeds.find(({ name }) => name === "gcp-canary");
    expect(sentencesOf(hidden)).toContain("The Seed is hidden from the scheduler.");
  },
);

test("a cluster that no Seed takes names the filter, what helps and who can do it", async () => {
  const target = { project: "sandbox", name: "arm-trial" };
  const { expected, seeds } = await read("operator", target);
  expect(expected).toMatchObject({
    state: "none",
    possible: [],
    reasons: [{ by: "Owner", remedy: "Change the cluster's Seed selector." }],
  });
  expect(seeds.every(({ usable, obstacles }) => !usable && obstacles.length > 0)).toBe(true);
});

test("of several Seeds with room for a cluster each is possible to whoever does not see all clusters", async () => {
  const seed = { resource: seedResource, name: "aws-eu1" };
  const original = demo.embedded.api.get<Seed>(seed);
  const { resourceVersion: _version, uid: _uid, ...metadata } = original?.metadata ?? { name: "" };
  const twin = { ...original, metadata: { ...metadata, name: "aws-eu1-twin" } };
  demo.embedded.api.create({ resource: seedResource }, twin);
  demo.embedded.api.patch({ ...seed, name: "aws-eu1-twin", subresource: "status" }, { status: original?.status });
  const { expected: member } = await read("owner-commerce", storefront);
  expect(member).toMatchObject({ state: "only-by-distance", possible: ["aws-eu1", "aws-eu1-twin"] });
  const { expected: operator } = await read("operator", storefront);
  expect(operator).toMatchObject({ state: "only-by-distance", possible: ["aws-eu1-twin"] });
  demo.embedded.api.delete({ ...seed, name: "aws-eu1-twin" });
});

test("a Seed whose backups are not ready could not run a cluster", async () => {
  const { seeds } = await read("operator", { project: "payments", name: "ledger-eu" });
  expect(seeds.find(({ name }) => name === "aws-us1")).toMatchObject({
    usable: false,
    obstacles: [
      { reason: "seed-not-ready", by: "Operator" },
      { reason: "other-region", by: "Owner" },
    ],
  });
});

test("a Seed with two zones and an emergency stop could not run a highly available cluster, once it is visible", async () => {
  const seed = { resource: seedResource, name: "gcp-canary" };
  const visible = (value: boolean) =>
    demo.embedded.api.patch(seed, { spec: { settings: { scheduling: { visible: value } } } });
  visible(true);
  const { seeds } = await read("operator", { project: "garden", name: "ops-tools" });
  visible(false);
  expect(seeds.find(({ name }) => name === "gcp-canary")).toMatchObject({
    usable: false,
    obstacles: [
      { reason: "fewer-than-three-zones", by: "Owner" },
      { reason: "emergency-stop", by: "Operator" },
      { reason: "other-region", by: "Owner" },
    ],
  });
});

test("a project's defaults and whitelist are shown to its members", async () => {
  const choice = await read("viewer", { project: "logistics", name: "port-hamburg" });
  expect(choice.project).toEqual({ defaults: [{ key: protectedTaint }], whitelist: [{ key: protectedTaint }] });
});

test.each([
  ["owner-commerce", lake],
  ["owner-data", acquiring],
  ["viewer", acquiring],
  ["stranger", acquiring],
  ["stranger", { project: "nothing-here", name: "at-all" }],
])("%s learns nothing about a cluster of others", async (identity, cluster) => {
  expect(await problemIn(await get(identity, cluster))).toMatchObject({ status: 403, reason: "forbidden" });
});

describe("in a garden that shows Seeds to its operators alone", () => {
  const target = { resource: clusterRoles, name: "gardener.cloud:system:read-global-resources" };
  let before: object | undefined;
  beforeAll(() => {
    before = demo.embedded.api.get(target);
    const rules = [
      { verbs: ["get", "list", "watch"], apiGroups: ["core.gardener.cloud"], resources: ["cloudprofiles"] },
    ];
    demo.embedded.api.patch(target, { rules });
  });
  afterAll(() => {
    demo.embedded.api.patch(target, { rules: before && "rules" in before ? before.rules : [] });
  });

  test.each([
    ["owner-commerce", acquiring],
    ["owner-data", lake],
    ["viewer", storefront],
  ])("%s is told so, and what is known all the same", async (identity, cluster) => {
    const choice = await read(identity, cluster);
    expect(choice).toMatchObject({ seeds: [], unread: "forbidden", project: { defaults: [], whitelist: [] } });
    expect(choice.tolerations).toEqual([]);
  });

  test("the operator still sees them", async () => {
    const present = demo.embedded.api.list({ resource: seedResource });
    expect((await read("operator", acquiring)).seeds).toHaveLength(present.length);
  });
});
