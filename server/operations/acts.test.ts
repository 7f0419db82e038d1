import { describe, expect, test } from "vitest";
import { extendLifetime } from "#lib/act/plan/extend-lifetime-act.ts";
import { type Act, type ActPreview, actPreviewSchema, confirmActResponseSchema } from "#lib/contract/act.ts";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import type { Browser } from "#server/testing/browser.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { replaceProjectMembers } from "#server/testing/replace-project-members.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

// The clock stands still, so that only requests change objects. Each test changes its own cluster;
// shop/storefront-eu is only read.
const demo = startDemoTestBed({ garden: { speed: 0 }, people: ["operator", "owner-commerce", "owner-data", "viewer"] });

const projectOf = ({ metadata }: Shoot) => (metadata.namespace ?? "").replace(/^garden-/, "");
const targetOf = ({ metadata: { name, namespace = "" } }: Shoot) => ({ resource: shoots, namespace, name });
const asStored = (shoot: Shoot) => demo.embedded.api.get<Shoot>(targetOf(shoot));
const versionOf = (shoot: Shoot) => asStored(shoot)?.metadata.resourceVersion;

async function previewOf(browser: Browser, shoot: Shoot, act: Act): Promise<ActPreview> {
  const response = await browser.preview(projectOf(shoot), shoot.metadata.name, act);
  expect(response.status).toBe(200);
  return actPreviewSchema.parse(await response.json());
}

function confirm(browser: Browser, shoot: Shoot, { act, preview }: { act: Act; preview: ActPreview }) {
  const { uid, resourceVersion, hash } = preview;
  return browser.operate(projectOf(shoot), shoot.metadata.name, { act, uid, resourceVersion, previewHash: hash });
}

/** Requests the preview of an action and confirms it. */
async function carryOut(browser: Browser, shoot: Shoot, act: Act): Promise<Response> {
  return confirm(browser, shoot, { act, preview: await previewOf(browser, shoot, act) });
}

const labelled: Act = { kind: "change", about: "manifest", patch: { metadata: { labels: { team: "blue" } } } };
const asleep: Act = { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: true } } } };
const reconcile: Act = { kind: "operation", id: "reconcile", when: "now" };
const sshInWindow: Act = { kind: "operation", id: "rotate-ssh-keypair", when: "in-window" };
const planned = "maintenance.gardener.cloud/operation";

describe("each act, previewed and confirmed, is what the garden then holds", () => {
  test("an operation now", async () => {
    const shoot = demo.shoot("payments", "acquire-stage");
    const act: Act = { kind: "operation", id: "rotate-observability-credentials", when: "now" };
    const accepted = confirmActResponseSchema.parse(
      await (await carryOut(demo.as("owner-commerce"), shoot, act)).json(),
    );
    expect(accepted.annotation).toBe("rotate-observability-credentials");
    expect(accepted.resourceVersion).toBe(versionOf(shoot));
  });

  test("an operation for the window, and off the plan again", async () => {
    const shoot = demo.shoot("payments", "ledger-eu");
    expect((await carryOut(demo.as("owner-commerce"), shoot, sshInWindow)).status).toBe(202);
    const rotateObservability: Act = { ...sshInWindow, id: "rotate-observability-credentials" };
    expect((await carryOut(demo.as("owner-commerce"), shoot, rotateObservability)).status).toBe(202);
    const both = "rotate-ssh-keypair;rotate-observability-credentials";
    expect(asStored(shoot)?.metadata.annotations?.[planned]).toBe(both);
    for (const operation of both.split(";")) {
      expect((await carryOut(demo.as("owner-commerce"), shoot, { kind: "unschedule", operation })).status).toBe(202);
    }
    expect(asStored(shoot)?.metadata.annotations?.[planned]).toBeUndefined();
  });

  test("a change of a label, and of the specification", async () => {
    const shoot = demo.shoot("shop", "images");
    expect((await carryOut(demo.as("owner-commerce"), shoot, labelled)).status).toBe(202);
    expect(asStored(shoot)?.metadata.labels?.team).toBe("blue");
    const preview = await previewOf(demo.as("owner-commerce"), shoot, asleep);
    expect(preview).toMatchObject({ decision: "allow", dryRun: { verdict: "accepted" } });
    expect((await confirm(demo.as("owner-commerce"), shoot, { act: asleep, preview })).status).toBe(202);
    expect(asStored(shoot)?.spec.hibernation?.enabled).toBe(true);
  });

  test("an end of the lifetime that moves as far as the quota allows, which the reader may read", async () => {
    const shoot = demo.shoot("sandbox", "trial-run");
    const response = await demo.as("operator").cluster("sandbox", "trial-run");
    const { lifetime } = clusterDetailSchema.parse(await response.json());
    expect(lifetime).toEqual({ readable: true, days: expect.any(Number) });
    const act = extendLifetime(lifetime, shoot, demo.embedded.clock.now().getTime())?.act;
    if (act === undefined) throw new Error("nothing to extend");
    const preview = await previewOf(demo.as("operator"), shoot, act);
    expect(preview).toMatchObject({ decision: "allow", dryRun: { verdict: "accepted" } });
    expect((await confirm(demo.as("operator"), shoot, { act, preview })).status).toBe(202);
    const end = (of: Shoot | undefined) => of?.metadata.annotations?.["shoot.gardener.cloud/expiration-timestamp"];
    expect(Date.parse(end(asStored(shoot)) ?? "")).toBeGreaterThan(Date.parse(end(shoot) ?? ""));
  });

  test("a deletion: confirmed, and then under way", async () => {
    const shoot = demo.shoot("shop", "loyalty");
    const preview = await previewOf(demo.as("owner-commerce"), shoot, { kind: "delete" });
    expect(preview.dryRun).toMatchObject({ verdict: "accepted", message: expect.stringContaining("before") });
    expect(asStored(shoot)?.metadata.annotations?.["confirmation.gardener.cloud/deletion"]).toBeUndefined();
    expect((await confirm(demo.as("owner-commerce"), shoot, { act: { kind: "delete" }, preview })).status).toBe(202);
    const after = asStored(shoot);
    expect(after?.metadata.deletionTimestamp).toBeDefined();
    expect(after?.metadata.annotations?.["confirmation.gardener.cloud/deletion"]).toBe("true");
    expect(await previewOf(demo.as("owner-commerce"), shoot, { kind: "delete" })).toMatchObject({
      decision: "hide",
      reasons: [{ id: "already-deleting" }],
    });
  });

  test("a deletion by force: only after one that failed for a reason that permits it", async () => {
    const shoot = demo.shoot("shop", "search");
    expect(await previewOf(demo.as("owner-commerce"), shoot, { kind: "force-delete" })).toMatchObject({
      decision: "hide",
    });
    const refused = await problemIn(await carryOut(demo.as("owner-commerce"), shoot, { kind: "force-delete" }));
    expect(refused).toMatchObject({ status: 422, reason: "refused-by-policy" });
    expect(refused.causes?.map(({ message }) => message)).toContain("no-deletion-timestamp");
    expect((await carryOut(demo.as("owner-commerce"), shoot, { kind: "delete" })).status).toBe(202);
    const errors = [{ description: "stuck", codes: ["ERR_CLEANUP_CLUSTER_RESOURCES"] }];
    const failed = { lastOperation: { type: "Delete", state: "Error", progress: 40 }, lastErrors: errors };
    demo.embedded.api.patch({ ...targetOf(shoot), subresource: "status" }, { status: failed });
    const preview = await previewOf(demo.as("owner-commerce"), shoot, { kind: "force-delete" });
    expect(preview).toMatchObject({
      decision: "caution",
      dryRun: { verdict: "accepted" },
      friction: { tier: "typed-act", phrase: `force-delete ${projectOf(shoot)}/${shoot.metadata.name}` },
    });
    expect((await confirm(demo.as("owner-commerce"), shoot, { act: { kind: "force-delete" }, preview })).status).toBe(
      202,
    );
    expect(asStored(shoot)?.metadata.annotations?.["confirmation.gardener.cloud/force-deletion"]).toBe("true");
  });
});

describe("what the garden refuses is shown before and said after, in its own words", () => {
  const change = (spec: Record<string, unknown>): Act => ({ kind: "change", about: "manifest", patch: { spec } });

  test("a 422 of its validation", async () => {
    const shoot = demo.shoot("shop", "storefront-eu");
    const act = change({ kubernetes: { version: "1.20.1" } });
    const preview = await previewOf(demo.as("owner-commerce"), shoot, act);
    expect(preview).toMatchObject({ decision: "deny", dryRun: { verdict: "refused" } });
    expect(preview.dryRun.causes.map(({ field }) => field)).toContain("spec.kubernetes.version");
    const problem = await problemIn(await confirm(demo.as("owner-commerce"), shoot, { act, preview }));
    expect(problem).toMatchObject({ status: 422, reason: "refused-by-garden", gardenMessage: preview.dryRun.message });
    expect(versionOf(shoot)).toBe(shoot.metadata.resourceVersion);
  });

  test("a 403 of its admission", async () => {
    const shoot = demo.shoot("shop", "storefront-eu");
    const { version } = shoot.spec.kubernetes;
    const act = change({ kubernetes: { version: version.replace(/\.\d+$/, ".999") } });
    const preview = await previewOf(demo.as("owner-commerce"), shoot, act);
    expect(preview.decision).toBe("deny");
    expect(preview.reasons).toMatchObject([{ id: "K8S_NOT_OFFERED", field: "spec.kubernetes.version" }]);
    expect(preview.dryRun).toMatchObject({ verdict: "refused", message: expect.stringContaining(".999") });
    const problem = await problemIn(await confirm(demo.as("owner-commerce"), shoot, { act, preview }));
    expect(problem).toMatchObject({ status: 422, reason: "refused-by-garden", gardenMessage: preview.dryRun.message });
    expect(versionOf(shoot)).toBe(shoot.metadata.resourceVersion);
  });

  test("an operation that the cluster's state forbids", async () => {
    const shoot = demo.shoot("shop", "storefront-eu");
    const act: Act = { kind: "operation", id: "rotate-ca-complete", when: "now" };
    const preview = await previewOf(demo.as("owner-commerce"), shoot, act);
    expect(preview).toMatchObject({
      decision: "deny",
      reasons: [{ id: "not-prepared" }],
      dryRun: { verdict: "refused" },
    });
    const problem = await problemIn(await confirm(demo.as("owner-commerce"), shoot, { act, preview }));
    expect(problem).toMatchObject({ status: 422, reason: "refused-by-garden" });
  });
});

describe("nobody's change is overwritten", () => {
  test("of two people who confirm the same preview, one is told to look again", async () => {
    const shoot = demo.shoot("payments", "ledger-us");
    const [mine, theirs] = await Promise.all([
      previewOf(demo.as("owner-commerce"), shoot, labelled),
      previewOf(demo.as("operator"), shoot, asleep),
    ]);
    const answers = await Promise.all([
      confirm(demo.as("owner-commerce"), shoot, { act: labelled, preview: mine }),
      confirm(demo.as("operator"), shoot, { act: asleep, preview: theirs }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  test("a preview can be confirmed once", async () => {
    const shoot = demo.shoot("payments", "settlement");
    const preview = await previewOf(demo.as("owner-commerce"), shoot, labelled);
    expect((await confirm(demo.as("owner-commerce"), shoot, { act: labelled, preview })).status).toBe(202);
    const again = await problemIn(await confirm(demo.as("owner-commerce"), shoot, { act: labelled, preview }));
    expect(again).toMatchObject({ status: 409, reason: "conflict" });
  });

  test("a preview of one act confirms no other", async () => {
    const shoot = demo.shoot("shop", "storefront-eu");
    const preview = await previewOf(demo.as("owner-commerce"), shoot, labelled);
    const problem = await problemIn(
      await confirm(demo.as("owner-commerce"), shoot, { act: { kind: "delete" }, preview }),
    );
    expect(problem.detail).toContain("not what the preview showed");
    expect(versionOf(shoot)).toBe(shoot.metadata.resourceVersion);
  });

  test("a preview writes nothing, whatever it is of", async () => {
    const shoot = demo.shoot("shop", "storefront-eu");
    const acts: Act[] = [reconcile, sshInWindow, labelled, asleep, { kind: "delete" }, { kind: "force-delete" }];
    for (const act of acts) await previewOf(demo.as("owner-commerce"), shoot, act);
    expect(asStored(shoot)).toEqual(shoot);
  });
});

describe("who may", () => {
  test("a viewer is shown what it would do, which right is missing, and that nothing was tried", async () => {
    const shoot = demo.shoot("shop", "storefront-eu");
    const preview = await previewOf(demo.as("viewer"), shoot, asleep);
    expect(preview).toMatchObject({ decision: "deny", dryRun: { verdict: "not-run" } });
    expect(preview.checks[0]).toMatchObject({ id: "rights", verdict: "block", enforced: true });
    expect(preview.pools.length).toBeGreaterThan(0);
  });

  test("a right that is lost between preview and confirmation is the garden's refusal, and nothing is written", async () => {
    const shoot = demo.shoot("analytics", "reporting");
    const preview = await previewOf(demo.as("owner-data"), shoot, labelled);
    replaceProjectMembers(demo.embedded, "analytics");
    const problem = await problemIn(await confirm(demo.as("owner-data"), shoot, { act: labelled, preview }));
    expect(problem).toMatchObject({ status: 403, reason: "forbidden" });
    expect(versionOf(shoot)).toBe(shoot.metadata.resourceVersion);
  });
});

test.each<[string, unknown]>([
  ["an operation that nobody knows", { kind: "operation", id: "rotate-everything", when: "now" }],
  ["an operation that is no annotation", { kind: "operation", id: "delete", when: "now" }],
  ["pools that are missing", { kind: "operation", id: "rollout-workers", when: "now" }],
  ["pools that nobody asked for", { kind: "operation", id: "reconcile", pools: ["a"], when: "now" }],
  ["an empty change", { kind: "change", about: "auto-update", patch: {} }],
  [
    "an operation by the way",
    {
      kind: "change",
      about: "auto-update",
      patch: { metadata: { annotations: { "gardener.cloud/operation": "reconcile" } } },
    },
  ],
  ["a change of the status", { kind: "change", about: "manifest", patch: { status: { hibernated: true } } }],
  ["no act", null],
])("%s is refused as malformed", async (_, act) => {
  const problem = await problemIn(await demo.as("operator").preview("payments", "ledger-eu", act));
  expect(problem).toMatchObject({ status: 400, reason: "invalid-request" });
});
