import { expect, test } from "vitest";
import { GET as GET_ONE } from "#app/api/seeds/[seed]/route.ts";
import { GET } from "#app/api/seeds/route.ts";
import { seedDetailSchema, seedListSchema } from "#lib/contract/seed/seed-list.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { managedSeeds, seeds as seedResource, shoots } from "#lib/kube/resource.ts";
import { runInLanguage } from "#server/language/run-in-language.ts";
import { canariesIn, plantCanaries } from "#server/testing/canaries.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { pageRequest, problemIn } from "#server/testing/route-test-bed.ts";

let all: readonly Project[] = [];
let asked: string[] = [];
const demo = startDemoTestBed({
  wrap: (inner) => ({
    ...inner,
    send(request) {
      asked.push(`${request.method} ${request.url.pathname}`);
      return inner.send(request);
    },
  }),
  plant: ({ api }) => {
    all = plantCanaries(api);
  },
});

async function list(identity: string) {
  const response = await demo.call(GET, identity);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  // Seeds belong to the garden: nothing of a project is in them.
  expect(canariesIn(text, all)).toEqual([]);
  return seedListSchema.parse(JSON.parse(text));
}

const presentShoots = () => demo.embedded.api.list<Shoot>({ resource: shoots });

test.each(["operator", "owner-commerce", "viewer"])("%s reads every Seed", async (identity) => {
  const present = demo.embedded.api.list({ resource: seedResource }).map(({ metadata }) => metadata.name);
  const { seeds, unread } = await list(identity);
  expect(unread).toBeUndefined();
  expect(seeds.map(({ name }) => name)).toEqual(present.toSorted());
});

test("used capacity counts Shoots that name the Seed in spec or status, for who sees all clusters", async () => {
  const { seeds } = await list("operator");
  for (const { name, used } of seeds) {
    const here = presentShoots().filter(({ spec, status }) => spec.seedName === name || status?.seedName === name);
    expect([name, used]).toEqual([name, here.length]);
  }
  const of = await list("owner-commerce");
  expect(of.seeds.flatMap(({ used }) => used ?? [])).toEqual([]);
});

test("a cluster that moves counts on both Seeds", async () => {
  const moved = presentShoots().find(({ status }) => status?.seedName === "aws-eu1");
  if (moved === undefined) throw new Error("no Shoot on aws-eu1");
  const usedOf = async (name: string) => (await list("operator")).seeds.find((seed) => seed.name === name)?.used ?? 0;
  const [from, to] = [await usedOf("aws-eu1"), await usedOf("aws-eu2")];
  const { namespace = "", name } = moved.metadata;
  const status = { ...moved.status, seedName: "aws-eu2" };
  demo.embedded.api.updateStatus<Shoot>({ resource: shoots, namespace, name }, { ...moved, status });
  await expect.poll(() => usedOf("aws-eu2")).toBe(to + 1);
  expect(await usedOf("aws-eu1")).toBe(from);
});

test("what an operator has to know of a Seed is told: stop, visibility, conditions, certificate, capacity", async () => {
  const { seeds } = await list("viewer");
  const seed = (name: string) => seeds.find((each) => each.name === name);
  expect(seed("gcp-canary")).toMatchObject({ emergencyStop: true, visible: false });
  expect(seed("aws-eu1")).toMatchObject({ emergencyStop: false, visible: true, kubernetes: "1.34.9" });
  const buckets = seed("aws-us1")?.conditions.find(({ type }) => type === "BackupBucketsReady");
  expect(buckets).toMatchObject({ status: "False", reason: "BackupBucketsError" });
  expect(seed("gcp-eu1")?.constraints).toMatchObject([{ type: "ManagedResourcesHonored", status: "False" }]);
  expect(seed("os-south1")).toMatchObject({ allocatable: 10, taints: [{ key: "seed.gardener.cloud/protected" }] });
  expect(Date.parse(seed("gcp-eu2")?.certificateExpiresAt ?? "")).not.toBeNaN();
});

test("operators read which clusters are Seeds; of members it is said that they do not", async () => {
  const operator = await list("operator");
  expect(operator.managedSeedsRead).toBe(true);
  const managed = operator.seeds.filter(({ cluster }) => cluster !== undefined);
  expect(managed.map(({ name, cluster }) => [name, cluster])).toEqual([
    ["aws-eu1", { project: "garden", name: "aws-eu1" }],
    ["aws-us1", { project: "garden", name: "aws-us1" }],
  ]);
  const member = await list("owner-commerce");
  expect(member.managedSeedsRead).toBe(false);
  expect(member.seeds.flatMap(({ cluster }) => cluster ?? [])).toEqual([]);
});

test("one Seed is read with its object, without managed fields", async () => {
  const response = await demo.call(GET_ONE, "owner-commerce", { params: { seed: "aws-eu1" } });
  const found = seedDetailSchema.parse(await response.json());
  expect(found).toMatchObject({ managedSeedRead: false, seed: { name: "aws-eu1" } });
  expect(found.object).toMatchObject({ kind: "Seed", spec: { provider: { type: "aws" } } });
  expect(JSON.stringify(found.object)).not.toContain("managedFields");
});

test("a Seed that does not exist is not found", async () => {
  const response = await demo.call(GET_ONE, "operator", { params: { seed: "nowhere" } });
  expect([response.status, (await problemIn(response)).reason]).toEqual([404, "not-found"]);
});

test("the list comes from the watch, and is not sent again until something in it changes", async () => {
  const cookie = await demo.cookie("operator");
  const ask = (etag = "") => GET(pageRequest("/api/seeds", { cookie, headers: { "if-none-match": etag } }));
  const first = await ask();
  const etag = first.headers.get("etag") ?? "";
  asked = [];
  const second = await ask(etag);
  expect([second.status, await second.text()]).toEqual([304, ""]);
  expect(asked.filter((path) => path.endsWith("/seeds"))).toEqual([]);

  demo.embedded.api.patch({ resource: seedResource, name: "aws-eu3" }, { metadata: { annotations: { note: "a" } } });
  await expect.poll(async () => (await ask(etag)).status).toBe(200);
  const changed = (await ask()).headers.get("etag") ?? "";
  const managed = demo.embedded.api.list({ resource: managedSeeds, namespace: "garden" })[0];
  if (managed === undefined) throw new Error("no ManagedSeed");
  demo.embedded.api.patch(
    { resource: managedSeeds, namespace: "garden", name: managed.metadata.name },
    { spec: { shoot: { name: "aws-us1" } } },
  );
  expect((await ask(changed)).status).toBe(200);
  demo.embedded.api.patch(
    { resource: managedSeeds, namespace: "garden", name: managed.metadata.name },
    { spec: { shoot: { name: managed.metadata.name } } },
  );
});

test("users of whom one sees more do not share an answer, nor do languages", async () => {
  const etags = await Promise.all(
    ["operator", "owner-commerce", "operator"].map(async (identity, index) => {
      const request = pageRequest("/api/seeds", { cookie: await demo.cookie(identity) });
      return (await runInLanguage(index === 2 ? "de" : "en", () => GET(request))).headers.get("etag");
    }),
  );
  expect(new Set(etags).size).toBe(3);
});

test("one Seed asks for its own ManagedSeed only", async () => {
  asked = [];
  const response = await demo.call(GET_ONE, "operator", { params: { seed: "aws-eu1" } });
  expect(seedDetailSchema.parse(await response.json())).toMatchObject({
    managedSeedRead: true,
    mayChange: true,
    seed: { cluster: { project: "garden", name: "aws-eu1" } },
  });
  expect(asked.filter((path) => path.includes("/managedseeds")).map((path) => path.split("/").at(-1))).toEqual([
    "aws-eu1",
  ]);
  const other = await demo.call(GET_ONE, "operator", { params: { seed: "gcp-eu1" } });
  expect(seedDetailSchema.parse(await other.json())).toMatchObject({ managedSeedRead: true });
});

test("capacity is a quantity", async () => {
  const target = { resource: seedResource, name: "aws-eu3", subresource: "status" } as const;
  demo.embedded.api.patch(target, { status: { allocatable: { shoots: "1k" } } });
  const allocatable = async () => (await list("viewer")).seeds.find(({ name }) => name === "aws-eu3")?.allocatable;
  await expect.poll(allocatable).toBe(1000);
});
