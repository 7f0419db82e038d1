import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { POST as previewRoute } from "#app/api/projects/[project]/profiles/[name]/preview/route.ts";
import { GET as readRoute } from "#app/api/projects/[project]/profiles/[name]/route.ts";
import { POST as changeRoute, GET as listRoute } from "#app/api/projects/[project]/profiles/route.ts";
import { POST as whatIfRoute } from "#app/api/versions/whatif/route.ts";
import {
  type ProjectProfileChange,
  projectProfileSchema,
  projectProfilesSchema,
} from "#lib/contract/project/project-profiles.ts";
import { whatIfResponseSchema } from "#lib/contract/versions.ts";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloudProfiles, namespacedCloudProfiles, shoots } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { computeForecastDifference, isForecastUnchanged } from "#lib/policy/forecast/compute-forecast-difference.ts";
import { createForecaster } from "#lib/policy/forecast/forecaster.ts";
import { profileReference } from "#lib/policy/profiles/effective-profile.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";
import { compareEffects, toClusterEffect } from "#server/versions/to-cluster-effect.ts";

// The clock stands still, so that only requests change objects.
const demo = startDemoTestBed({ garden: { speed: 0 } });

const params = { project: "ml" };
const list = async (person = "owner-data", project = "ml") =>
  parseOkResponse(await demo.call(listRoute, person, { params: { project } }), projectProfilesSchema);
const read = async (name: string, person = "owner-data") =>
  parseOkResponse(await demo.call(readRoute, person, { params: { ...params, name } }), projectProfileSchema);
const change = (body: ProjectProfileChange, person = "operator") => demo.call(changeRoute, person, { params, body });
const preview = (body: ProjectProfileChange, person = "operator") =>
  demo.call(previewRoute, person, { params: { ...params, name: body.name }, body });
const foresee = async (name: string | undefined, spec: object, person = "operator") => {
  const inProject = { project: "ml", ...(name !== undefined && { name }) };
  const body = { profile: "gcp", inProject, spec };
  return parseOkResponse(await demo.call(whatIfRoute, person, { body }), whatIfResponseSchema);
};

const target = (name: string) => ({ resource: namespacedCloudProfiles, namespace: "garden-ml", name });
const stored = (name: string) => demo.embedded.api.get<NamespacedCloudProfile>(target(name));
const parent = { kind: "CloudProfile", name: "gcp" };
const gcp = () => demo.embedded.api.get<CloudProfile>({ resource: cloudProfiles, name: "gcp" })?.spec ?? {};
const inDays = (days: number) => `${new Date(demo.app.now() + days * dayMs).toISOString().slice(0, 10)}T23:59:59Z`;
const ownEnd = (version: string, days: number) => ({
  kubernetes: { versions: [{ version, expirationDate: inDays(days) }] },
});

/** The profile as Gardener has merged it after the last change. */
async function merged(name: string): Promise<CloudProfileSpec> {
  await expect.poll(() => stored(name)?.status?.observedGeneration ?? 0).toBe(stored(name)?.metadata.generation);
  return stored(name)?.status?.cloudProfileSpec ?? {};
}

/** Replaces the spec of a profile and waits until Gardener has merged it. */
async function save(name: string, spec: object) {
  const { uid, resourceVersion } = await read(name, "operator");
  expect((await change({ kind: "change", name, uid, resourceVersion, spec: { ...spec } })).status).toBe(200);
  return merged(name);
}

describe("a project's own cloud profiles", () => {
  test("are listed with what they change of their parent, and what the user may do", async () => {
    const { profiles, rights } = await list();
    const mlGpu = profiles.find(({ name }) => name === "ml-gpu");
    expect(mlGpu).toMatchObject({ parent: "gcp", state: "merged", machineTypes: ["a3-highgpu-8g", "g2-standard-24"] });
    expect(mlGpu?.overrides).toContainEqual(expect.objectContaining({ version: "1.33.12", onlyHere: false }));
    expect(mlGpu?.overrides).toContainEqual(expect.objectContaining({ image: "ml-gardenlinux", onlyHere: true }));
    expect(rights).toMatchObject({ create: true, change: true, kubernetes: true, machineImages: false });
  });

  test("are for those who see the project", async () => {
    expect((await demo.call(listRoute, "stranger", { params })).status).toBe(404);
    expect((await demo.call(readRoute, "stranger", { params: { ...params, name: "ml-gpu" } })).status).toBe(404);
    expect((await preview({ kind: "create", name: "x", spec: { parent } }, "stranger")).status).toBe(404);
    const body = { profile: "gcp", inProject: params, spec: {} };
    expect((await demo.call(whatIfRoute, "stranger", { body })).status).toBe(404);
  });

  test("are created after a dry run, which stores nothing, and merged by Gardener", async () => {
    const body = { kind: "create", name: "fresh", spec: { parent, ...ownEnd("1.33.12", 400) } } as const;
    expect((await preview(body, "owner-data")).status).toBe(200);
    expect(stored("fresh")).toBeUndefined();
    expect((await change(body, "owner-data")).status).toBe(200);
    const versions = (await merged("fresh")).kubernetes?.versions;
    expect(versions?.find(({ version }) => version === "1.33.12")?.expirationDate).toBe(inDays(400));
    expect(await problemIn(await change(body, "owner-data"))).toMatchObject({ status: 409, reason: "conflict" });
  });

  test("are refused by the garden without the custom verb of a part", async () => {
    const versions = [{ version: gcp().machineImages?.[0]?.versions?.[0]?.version ?? "", expirationDate: inDays(90) }];
    const spec = { parent, machineImages: [{ name: "gardenlinux", versions }] };
    const problem = await problemIn(await preview({ kind: "create", name: "images", spec }, "owner-data"));
    expect(problem).toMatchObject({ status: 403, reason: "forbidden" });
    expect(problem.gardenMessage).toContain("not allowed to modify .spec.machineImages");
    expect((await preview({ kind: "create", name: "images", spec })).status).toBe(200);
  });

  test("are changed only as they were read", async () => {
    await change({ kind: "create", name: "moved", spec: { parent } });
    const { uid, resourceVersion } = await read("moved");
    const body = { kind: "change", name: "moved", uid, resourceVersion, spec: ownEnd("1.33.12", 300) } as const;
    expect((await change(body)).status).toBe(200);
    expect(await problemIn(await change({ ...body, spec: ownEnd("1.33.12", 200) }))).toMatchObject({ status: 409 });
  });

  test("are deleted only when no cluster uses them, and only the one that was seen", async () => {
    const { uid = "" } = stored("ml-gpu")?.metadata ?? {};
    const refused = await problemIn(await change({ kind: "delete", name: "ml-gpu", uid }));
    expect(refused).toMatchObject({ status: 422, reason: "refused-by-policy" });
    await change({ kind: "create", name: "unused", spec: { parent } });
    expect((await change({ kind: "delete", name: "unused", uid: "another" })).status).toBe(409);
    const own = stored("unused")?.metadata.uid ?? "";
    expect((await change({ kind: "delete", name: "unused", uid: own })).status).toBe(200);
    await expect.poll(() => stored("unused")).toBeUndefined();
  });

  test("that are used stay in deletion until the last cluster has left them", async () => {
    await change({ kind: "create", name: "held", spec: { parent } });
    await merged("held");
    const cluster = { resource: shoots, namespace: "garden-ml", name: "feature-store" };
    const use = (name: string) =>
      demo.embedded.api.patch<Shoot>(cluster, { spec: { cloudProfile: { kind: "NamespacedCloudProfile", name } } });
    use("held");
    demo.embedded.api.delete(target("held"));
    expect((await list()).profiles.find(({ name }) => name === "held")?.state).toBe("deleting");
    expect(stored("held")?.metadata.finalizers).toContain("gardener");
    use("ml-gpu");
    await expect.poll(() => stored("held")).toBeUndefined();
  });
});

describe("the effect of a change", () => {
  test("of a profile that nobody uses yet is told for the clusters that use its parent in the project", async () => {
    const answer = await foresee(undefined, ownEnd("1.33.12", 400));
    expect(answer).toMatchObject({ profile: "gcp", total: 0, inUse: [] });
  });

  test("names the clusters of the project for whose sake the garden refuses it", async () => {
    const answer = await foresee("ml-gpu", { limits: { maxNodesTotal: 1 } });
    expect(answer.inUse[0]?.message).toMatch(/1 nodes are too few: Shoot\/garden-ml\//);
  });

  test("of a profile that the project does not have is not found", async () => {
    const body = { profile: "gcp", inProject: { project: "ml", name: "no-such" }, spec: {} };
    expect((await demo.call(whatIfRoute, "operator", { body })).status).toBe(404);
  });

  test("is what the forecasts of the project's clusters say after the profile was saved", async () => {
    const latest = gcp().kubernetes?.versions?.at(-1)?.version;
    const names = (gcp().kubernetes?.versions ?? []).map(({ version }) => version);
    const overridable = names.filter((version) => version !== latest && version !== names[0]);
    const end = fc.record({ version: fc.constantFrom(...overridable), days: fc.integer({ min: 1, max: 700 }) });
    const ends = fc.uniqueArray(end, { selector: ({ version }) => version, maxLength: 4 });
    let affected = 0;
    await fc.assert(
      fc.asyncProperty(ends, async (chosen) => {
        const versions = chosen.map(({ version, days }) => ({ version, expirationDate: inDays(days) }));
        const before = await merged("ml-gpu");
        const foreseen = await foresee("ml-gpu", { kubernetes: { versions } });
        if (foreseen.inUse.length > 0) return;
        const after = await save("ml-gpu", { kubernetes: { versions } });
        affected += foreseen.affected;
        expect(foreseen.clusters).toEqual(effectsBetween(before, after, Date.parse(foreseen.horizonAt)));
      }),
      { numRuns: caseCount(8, 100) },
    );
    expect(affected, "some changes have an effect").toBeGreaterThan(0);
  });
});

/** The differences of the forecasts under two merged profiles, as the clusters that use ml-gpu get them. */
function effectsBetween(before: CloudProfileSpec, after: CloudProfileSpec, horizon: number) {
  const options = { now: demo.app.now(), horizon };
  return demo.embedded.api
    .list<Shoot>({ resource: shoots, namespace: "garden-ml" })
    .filter(({ spec }) => profileReference(spec)?.name === "ml-gpu")
    .flatMap((shoot) => {
      const [was, is] = [before, after].map((profile) => createForecaster(profile).forecast(shoot, options));
      const difference = was && is && computeForecastDifference(was, is);
      if (difference === undefined || isForecastUnchanged(difference)) return [];
      return [toClusterEffect({ project: "ml", name: shoot.metadata.name }, difference)];
    })
    .sort(compareEffects);
}
