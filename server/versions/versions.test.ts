import { describe, expect, test } from "vitest";
import { POST as preview } from "#app/api/profiles/[name]/preview/route.ts";
import { POST as change, GET as readProfile } from "#app/api/profiles/[name]/route.ts";
import { GET as versions } from "#app/api/versions/route.ts";
import { POST as whatIf } from "#app/api/versions/whatif/route.ts";
import { profileDetailSchema, versionsSchema, whatIfResponseSchema } from "#lib/contract/versions.ts";
import { profileKey } from "#lib/fleet/profile-key.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { profileReference } from "#lib/policy/profiles/effective-profile.ts";
import { versionUsage } from "#lib/policy/profiles/version-usage.fixture.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { profileWithUsageOf as readForView } from "#lib/view/versions/read-profiles.ts";
import { versionRows } from "#lib/view/versions/version-rows.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const demo = startDemoTestBed();

const profilesOf = async (identity: string) => parseOkResponse(await demo.call(versions, identity), versionsSchema);
const tryOut = (identity: string, body: object) => demo.call(whatIf, identity, { body });
const triedOut = async (identity: string, spec: object) =>
  parseOkResponse(await tryOut(identity, { profile: "gcp", spec }), whatIfResponseSchema);
const detailOf = async (identity: string, name = "gcp") =>
  parseOkResponse(await demo.call(readProfile, identity, { params: { name } }), profileDetailSchema);

async function kubernetesOf(name: string, edit: (version: Record<string, unknown>) => object | undefined) {
  const { profile } = await detailOf("operator", name);
  const { kubernetes } = profile.spec;
  const list = isRecord(kubernetes) && Array.isArray(kubernetes.versions) ? kubernetes.versions : [];
  return { kubernetes: { versions: list.flatMap((version) => edit({ ...version }) ?? []) } };
}

describe("the profiles", () => {
  test("of an operator are all there are, with what Gardener merged", async () => {
    const { profiles } = await profilesOf("operator");
    expect(profiles.map(profileKey)).toEqual(expect.arrayContaining(["aws", "gcp", "ml/ml-gpu"]));
    const merged = profiles.find(({ name }) => name === "ml-gpu");
    expect(merged).toMatchObject({ parent: "gcp", namespace: "garden-ml", kind: "NamespacedCloudProfile" });
    expect(merged?.lists?.kubernetes?.versions?.length).toBeGreaterThan(3);
  });

  test("of a project are shown to its members only", async () => {
    expect((await profilesOf("owner-data")).profiles.map(profileKey)).toContain("ml/ml-gpu");
    expect((await profilesOf("viewer")).profiles.map(profileKey)).not.toContain("ml/ml-gpu");
    expect((await profilesOf("stranger")).profiles.map(profileKey)).not.toContain("ml/ml-gpu");
  });

  test("carry no more than their lists of versions", async () => {
    const text = JSON.stringify(await profilesOf("operator"));
    expect(text).not.toContain("machineTypes");
    expect(text).not.toContain("managedFields");
  });
});

describe("counts", () => {
  test("from the rows are those of the policy core over the Shoots themselves", async () => {
    const { profiles } = await profilesOf("operator");
    const rows = demo.app.sources.shoots.flatMap((mirror) => mirror.all()).map((shoot) => demo.app.fleet.rowOf(shoot));
    const shoots = demo.app.sources.shoots.flatMap((mirror) => mirror.all());
    const now = demo.app.now();
    for (const profile of profiles) {
      const read = readForView(profile, profiles, rows);
      const followers = shoots.filter(({ metadata, spec }) => {
        const reference = profileReference(spec ?? {});
        const isHere = profile.namespace === undefined || metadata.namespace === profile.namespace;
        return reference?.name === profile.name && reference.kind === profile.kind && isHere;
      });
      const readable = followers.flatMap(({ spec }) => (spec?.kubernetes?.version ? [spec] : []));
      const expected = versionUsage(readable);
      for (const row of versionRows(read, { kind: "kubernetes" }, classificationContextAt(now))) {
        if (row.text === "") continue;
        expect([row.text, row.clusters]).toEqual([row.text, expected.kubernetes.get(row.text)?.clusters ?? 0]);
      }
    }
  });
});

describe("trying a change", () => {
  test("that adds the missing minor frees those who are stuck", async () => {
    const { kubernetes } = await kubernetesOf("gcp", (version) => version);
    const added = { version: "1.34.9", classification: "deprecated", expirationDate: "2027-08-01T00:00:00Z" };
    const spec = { kubernetes: { versions: [...kubernetes.versions, added] } };
    const answer = await triedOut("operator", spec);
    expect(answer.counts.freed).toBeGreaterThan(0);
    expect(answer.total).toBeGreaterThanOrEqual(answer.recomputed);
    expect(answer.clusters.every(({ kinds }) => kinds.length > 0)).toBe(true);
  });

  test("that changes nothing affects nobody", async () => {
    const answer = await triedOut("operator", {});
    expect(answer).toMatchObject({ affected: 0, clusters: [], inUse: [] });
  });

  test("tells of the clusters that the caller sees, and of no other", async () => {
    const spec = await kubernetesOf("gcp", ({ expirationDate: _end, ...version }) => version);
    const all = await triedOut("operator", spec);
    const some = await triedOut("viewer", spec);
    const none = await triedOut("stranger", spec);
    expect(some.total).toBeLessThan(all.total);
    expect(some.clusters.every(({ project }) => ["shop", "logistics", "platform"].includes(project))).toBe(true);
    expect(none).toMatchObject({ total: 0, clusters: [] });
  });

  test("that takes out what is in use names who uses it", async () => {
    const spec = await kubernetesOf("gcp", (version) => (version.version === "1.33.12" ? undefined : version));
    const answer = await triedOut("operator", spec);
    expect(answer.inUse[0]?.message).toMatch(/1\.33\.12 cannot be removed: .+ uses it/);
  });

  test.each<[string, object, string]>([
    ["a list that is none", { kubernetes: { versions: "all" } }, "spec.kubernetes.versions"],
    [
      "a version that is no text",
      { kubernetes: { versions: [{ version: 1.33 }] } },
      "spec.kubernetes.versions.0.version",
    ],
  ])("with %s is refused with the field", async (_name, spec, field) => {
    const problem = await problemIn(await tryOut("operator", { profile: "gcp", spec }));
    expect(problem).toMatchObject({ status: 400, reason: "invalid-request" });
    expect(problem.causes?.map((cause) => cause.field)).toContain(field);
  });

  test("of a profile that is not there is not found", async () => {
    expect(await problemIn(await tryOut("operator", { profile: "no-such", spec: {} }))).toMatchObject({ status: 404 });
  });
});

describe("changing a profile", () => {
  const end = "2027-12-31T23:59:59Z";
  const postpone = () =>
    kubernetesOf("gcp", (version) => (version.version === "1.33.12" ? { ...version, expirationDate: end } : version));

  const send = (route: typeof change, identity: string, body: object) =>
    demo.call(route, identity, { params: { name: "gcp" }, body });

  async function boundBody() {
    const { profile } = await detailOf("operator");
    const { uid, resourceVersion } = profile.metadata;
    return { uid, resourceVersion, spec: await postpone() };
  }

  test("is hinted at for those who may", async () => {
    expect((await detailOf("operator")).permissions).toEqual({ patch: true, uncertain: false });
    expect((await detailOf("viewer")).permissions).toEqual({ patch: false, uncertain: false });
  });

  test("is refused by the garden for those who may not", async () => {
    const problem = await problemIn(await send(change, "viewer", await boundBody()));
    expect(problem).toMatchObject({ status: 403, reason: "forbidden" });
  });

  test("is tried without effect", async () => {
    const body = await boundBody();
    const response = await send(preview, "operator", body);
    expect(await response.json()).toMatchObject({ dryRun: true });
    expect((await detailOf("operator")).profile.metadata.resourceVersion).toBe(body.resourceVersion);
  });

  test("that the garden refuses carries its words and its field", async () => {
    const { uid, resourceVersion } = await boundBody();
    const spec = await kubernetesOf("gcp", (version) =>
      version.version === "1.33.12" ? { ...version, classification: "best" } : version,
    );
    const problem = await problemIn(await send(preview, "operator", { uid, resourceVersion, spec }));
    expect(problem).toMatchObject({ status: 422, reason: "refused-by-garden" });
    expect(problem.causes?.[0]?.field).toMatch(/^spec\.kubernetes\.versions\[\d+\]\.classification$/);
  });

  test("is done once, shows on the Versions page, and a second one from the same reading is a conflict", async () => {
    const body = await boundBody();
    expect((await send(change, "operator", body)).status).toBe(200);
    const shown = async () => {
      const gcp = (await profilesOf("operator")).profiles.find(({ name }) => name === "gcp");
      return gcp?.lists?.kubernetes?.versions?.find(({ version }) => version === "1.33.12")?.expirationDate;
    };
    await expect.poll(shown, { timeout: 2_000 }).toBe(end);
    expect(await problemIn(await send(change, "operator", body))).toMatchObject({ status: 409, reason: "conflict" });
  });
});
