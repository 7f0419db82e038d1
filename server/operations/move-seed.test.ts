import { describe, expect, test } from "vitest";
import { GET } from "#app/api/clusters/[project]/[name]/move/route.ts";
import { moveSeedAct } from "#lib/act/plan/move-seed-act.ts";
import { type Act, type ActPreview, actPreviewSchema } from "#lib/contract/act.ts";
import { type MoveDestinations, moveDestinationsSchema } from "#lib/contract/migration/move-destinations.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { migrationTrackOf } from "#lib/policy/migration/migration-track.ts";
import type { Browser } from "#server/testing/browser.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

// The clock stands still, so that only requests change objects. Each test moves its own clusters.
const demo = startDemoTestBed({ garden: { speed: 0 }, people: ["operator", "owner-commerce", "viewer"] });

const projectOf = ({ metadata }: Shoot) => (metadata.namespace ?? "").replace(/^garden-/, "");

async function previewOf(browser: Browser, shoot: Shoot, act: Act): Promise<ActPreview> {
  const response = await browser.preview(projectOf(shoot), shoot.metadata.name, act);
  expect(response.status).toBe(200);
  return actPreviewSchema.parse(await response.json());
}

function confirm(browser: Browser, shoot: Shoot, { uid, resourceVersion, hash }: ActPreview, act: Act) {
  return browser.operate(projectOf(shoot), shoot.metadata.name, { act, uid, resourceVersion, previewHash: hash });
}

async function destinationsFor(identity: string, project: string, name: string): Promise<MoveDestinations> {
  const response = await demo.call(GET, identity, { params: { project, name } });
  expect(response.status).toBe(200);
  return moveDestinationsSchema.parse(await response.json());
}

describe("the move of a control plane to another Seed", () => {
  test("is previewed with what changes, asks for the cluster's name, and replaces only the Seed's name", async () => {
    const shoot = demo.shoot("payments", "ledger-eu");
    const act = moveSeedAct("aws-eu3");
    const preview = await previewOf(demo.as("operator"), shoot, act);
    expect(preview).toMatchObject({
      dryRun: { verdict: "accepted", warnings: [] },
      request: [{ verb: "bind", body: { spec: { seedName: "aws-eu3" } } }],
      when: { at: "now" },
      friction: { tier: "typed-name", phrase: "ledger-eu" },
    });
    expect(["allow", "caution"]).toContain(preview.decision);
    expect(preview.friction.consequences.map(({ id }) => id)).toEqual([
      "api-down",
      "spec-frozen",
      "seed-addresses",
      "gateway-addresses",
    ]);
    expect(preview.changes.map(({ path }) => path)).toContain("spec.seedName");
    expect(preview.request[0]?.kubectl).toMatch(/kubectl replace --raw .*\/shoots\/ledger-eu\/binding -f -$/);
    expect(demo.shoot("payments", "ledger-eu").spec.seedName).toBe("aws-eu1");

    expect((await confirm(demo.as("operator"), shoot, preview, act)).status).toBe(202);
    const after = demo.shoot("payments", "ledger-eu");
    expect(after.spec).toEqual({ ...shoot.spec, seedName: "aws-eu3" });
    expect([after.status?.seedName, after.status?.lastOperation]).toEqual(["aws-eu1", shoot.status?.lastOperation]);
    expect(migrationTrackOf(after)).toMatchObject({ from: "aws-eu1", to: "aws-eu3", isOver: false });

    const again = await previewOf(demo.as("operator"), after, moveSeedAct("gcp-eu1"));
    expect(again).toMatchObject({ decision: "deny", reasons: [{ id: "migration-or-restore" }] });
  });

  test("is refused with the garden's reasons, which the preview tells before", async () => {
    const preview = await previewOf(demo.as("operator"), demo.shoot("payments", "ledger-us"), moveSeedAct("os-south1"));
    expect(preview).toMatchObject({
      decision: "deny",
      reasons: [{ id: "taints-not-tolerated" }, { id: "fewer-than-three-zones" }],
      dryRun: { verdict: "refused", message: expect.stringContaining("taints are not tolerated") },
    });
  });

  test("is told to lack the right before anything is sent", async () => {
    const shoot = demo.shoot("shop", "storefront-eu");
    const act = moveSeedAct("aws-eu3");
    const preview = await previewOf(demo.as("owner-commerce"), shoot, act);
    expect(preview).toMatchObject({
      decision: "deny",
      reasons: [{ id: "rbac-missing" }],
      dryRun: { verdict: "not-run" },
    });
    expect(preview.checks.find(({ id }) => id === "rights")?.sentence).toContain("update shoots/binding");
    expect(await destinationsFor("owner-commerce", "shop", "storefront-eu")).toMatchObject({ allowed: false });
  });

  test("is not sent when the cluster has changed since the preview", async () => {
    const shoot = demo.shoot("shop", "images");
    const act = moveSeedAct("aws-eu3");
    const preview = await previewOf(demo.as("operator"), shoot, act);
    const { namespace = "", name } = shoot.metadata;
    demo.embedded.api.patch<Shoot>({ resource: shoots, namespace, name }, { metadata: { labels: { changed: "yes" } } });
    const response = await confirm(demo.as("operator"), shoot, preview, act);
    expect((await problemIn(response)).reason).toBe("conflict");
    expect(demo.shoot("shop", "images").spec.seedName).toBe("aws-eu1");
  });

  test.each([
    ["another field", { spec: { seedName: "aws-eu3", hibernation: { enabled: true } } }],
    ["no Seed", { spec: { seedName: null } }],
    ["an annotation", { metadata: { annotations: { a: "b" } }, spec: { seedName: "aws-eu3" } }],
  ])("names one Seed and nothing else: not %s", async (_what, patch) => {
    const shoot = demo.shoot("shop", "storefront-eu");
    const response = await demo
      .as("operator")
      .preview("shop", shoot.metadata.name, { kind: "change", about: "seed", patch });
    expect(response.status).toBe(400);
  });

  test("is offered to the Seeds that the garden takes first, with the reasons against the others", async () => {
    const { seeds, allowed } = await destinationsFor("operator", "shop", "storefront-eu");
    expect(allowed).toBe(true);
    expect(seeds.map(({ name }) => name)).not.toContain("aws-eu1");
    const refused = seeds.map(({ refusals }) => refusals.length > 0);
    expect(refused).toEqual([...refused].sort());
    const of = (name: string) => seeds.find((seed) => seed.name === name);
    expect(of("aws-eu3")).toMatchObject({ refusals: [], clusters: expect.any(Number) });
    expect(of("os-south1")?.refusals.join()).toContain("tolerate");
    expect(of("aws-us1")?.waits.join()).toContain("release");
    expect(of("gcp-canary")?.refusals.join()).toContain("stopped in an emergency");
  });

  test("that waits for its Seed can be called back, after which the cluster can be changed again", async () => {
    const operator = demo.as("operator");
    const shoot = demo.shoot("shop", "preview-apps");
    const act = moveSeedAct("aws-us1");
    const waiting = await previewOf(operator, shoot, act);
    expect(waiting).toMatchObject({ decision: "latent", when: { at: "seed-ready" }, dryRun: { verdict: "accepted" } });
    expect((await confirm(operator, shoot, waiting, act)).status).toBe(202);

    const leaving = demo.shoot("shop", "preview-apps");
    const { held, seeds } = await destinationsFor("operator", "shop", "preview-apps");
    expect(held?.join()).toContain("is moving to another Seed");
    expect(seeds.map(({ name }) => name)).not.toContain("aws-us1");
    expect(seeds.filter(({ isReturn }) => isReturn)).toMatchObject([{ name: "aws-eu1", refusals: [], waits: [] }]);
    expect(seeds[0]?.name).toBe("aws-eu1");
    expect((await previewOf(operator, leaving, moveSeedAct("aws-eu3"))).decision).toBe("deny");

    const back = moveSeedAct("aws-eu1");
    const preview = await previewOf(operator, leaving, back);
    expect(preview).toMatchObject({
      decision: "allow",
      sentence: "Call the move to the Seed aws-us1 back now.",
      when: { at: "now" },
      friction: { consequences: [] },
      dryRun: { verdict: "accepted" },
    });
    expect(preview.afterwards.map(({ id }) => id)).toEqual(["move-called-back"]);
    expect((await confirm(operator, leaving, preview, back)).status).toBe(202);
    const after = demo.shoot("shop", "preview-apps");
    expect(after.spec).toEqual(shoot.spec);
    expect(migrationTrackOf(after)).toBeUndefined();
    expect(await destinationsFor("operator", "shop", "preview-apps")).not.toHaveProperty("held");
  });

  test("that waits for its Seed cannot be called back when the cluster is in deletion", async () => {
    const operator = demo.as("operator");
    const shoot = demo.shoot("shop", "images");
    const act = moveSeedAct("aws-us1");
    expect((await confirm(operator, shoot, await previewOf(operator, shoot, act), act)).status).toBe(202);
    const { namespace = "", name } = shoot.metadata;
    demo.embedded.api.patch<Shoot>(
      { resource: shoots, namespace, name },
      { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } },
    );
    demo.embedded.api.delete({ resource: shoots, namespace, name });
    const { held, seeds } = await destinationsFor("operator", "shop", name);
    expect(held?.join()).toContain("being deleted");
    expect(seeds.map((seed) => seed.name)).not.toContain(shoot.status?.seedName);
    const back = moveSeedAct(shoot.status?.seedName ?? "");
    expect((await previewOf(operator, demo.shoot("shop", name), back)).decision).toBe("deny");
  });

  const last = ({ status }: Shoot) => `${status?.lastOperation?.type} ${status?.lastOperation?.state}`;
  test.each<[string, (shoot: Shoot) => boolean, string]>([
    ["is in deletion", ({ metadata }) => metadata.deletionTimestamp !== undefined, "being deleted"],
    ["is moving", (shoot) => last(shoot) === "Migrate Processing", "is moving to another Seed"],
    ["is being restored", (shoot) => last(shoot).startsWith("Restore Err"), "is moving to another Seed"],
    ["is on a stopped Seed", ({ status }) => status?.seedName === "gcp-canary", "has stopped all work"],
    ["is on a silent Seed", ({ status }) => status?.seedName === "gcp-eu2", "Nothing is heard"],
  ])("is not offered for a cluster that %s, which is said once", async (_what, isSuch, reason) => {
    const shoot = demo.embedded.api.list<Shoot>({ resource: shoots }).find(isSuch);
    if (shoot === undefined) throw new Error("the demo has no such cluster");
    const { held, seeds } = await destinationsFor("operator", projectOf(shoot), shoot.metadata.name);
    expect(held?.join()).toContain(reason);
    expect(seeds.some(({ isReturn }) => isReturn)).toBe(false);
    expect(seeds.map(({ name }) => name)).not.toContain(shoot.status?.seedName);
    const destination = seeds.find(({ refusals }) => refusals.length === 0)?.name ?? "";
    const { decision } = await previewOf(demo.as("operator"), shoot, moveSeedAct(destination));
    expect(["deny", "latent"]).toContain(decision);
  });
});
