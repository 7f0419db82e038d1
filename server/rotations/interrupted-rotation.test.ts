import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { describeRequestError } from "#lib/act/follow/request-error-description.ts";
import type { Act } from "#lib/contract/act.ts";
import type { Problem } from "#lib/contract/problem.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { configMaps, shoots } from "#lib/kube/resource.ts";
import { rotationCompletionAct, rotationStartAct } from "#lib/view/rotations/rotation-scope.ts";
import { replaceProjectMembers } from "#server/testing/replace-project-members.ts";
import { type RotationTestBed, startRotationTestBed } from "#server/testing/rotation-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const at = (project: string, name: string) => ({ project, name });
const now = { withoutRollout: false, when: "now" } as const;
const complete = rotationCompletionAct("all") ?? rotationStartAct("all", now, false);
const completeAuthorities = rotationCompletionAct("certificateAuthorities") ?? complete;
const asleep: Act = { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: true } } } };
const awake: Act = { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: false } } } };

/** Time for which access decisions are cached. */
const reviewsAreForgotten = { timeout: 30_000, interval: 200 };

let desk: RotationTestBed;
beforeAll(async () => {
  desk = await startRotationTestBed({ now: new Date("2026-08-10T09:30:00Z") });
});
afterAll(() => desk.stop());

type Cluster = ReturnType<typeof at>;
const target = ({ project, name }: Cluster) => ({ resource: shoots, namespace: `garden-${project}`, name });
const isSettled = (cluster: Cluster) => () => {
  const { metadata, status } = desk.stored(cluster) ?? {};
  return status?.observedGeneration === metadata?.generation && status?.lastOperation?.state === "Succeeded";
};

/** Starts a rotation and waits until CA and service account key are in phase Prepared, so that users have to act. */
async function prepared(cluster: Cluster, identity = "operator"): Promise<void> {
  await desk.person(identity, cluster).carryOut(rotationStartAct("all", now, false));
  await desk.until(() => desk.phaseOf(cluster, "serviceAccountKey") === "Prepared");
  await desk.until(isSettled(cluster));
}

describe("a tab that was closed", () => {
  test("held nothing that another tab has not: step, turn, pools and ticks come from the garden", async () => {
    const cluster = at("shop", "storefront-eu");
    await prepared(cluster);
    await desk.person("operator", cluster).tick(2);
    const elsewhere = await desk.person("owner-commerce", cluster).page();
    expect(elsewhere).toMatchObject({ scope: "all", track: { current: "clients", turn: "You" } });
    expect(elsewhere.checklist.rows.filter(({ state }) => state === "ticked")).toHaveLength(2);
    expect(elsewhere.notices).toEqual([]);
  });

  test("between preview and confirmation leaves nothing behind", async () => {
    const cluster = at("payments", "ledger-eu");
    const before = desk.stored(cluster);
    await desk.person("owner-commerce", cluster).preview(rotationStartAct("all", now, false));
    expect(desk.stored(cluster)).toEqual(before);
  });
});

describe("another person completes it while the dialog of the first is open", () => {
  const cluster = at("shop", "storefront-us");

  test("the first one's confirmation is refused and changes nothing, and the next rotation begins anew", async () => {
    await prepared(cluster);
    const first = desk.person("owner-commerce", cluster);
    const shown = await first.preview(complete);
    expect(shown.decision).not.toBe("deny");
    const open = await first.page();
    await desk.person("operator", cluster).carryOut(complete);

    const before = desk.stored(cluster);
    const fault = await problemIn(await first.confirm(complete, shown));
    expect(fault).toMatchObject({ status: 409, reason: "conflict" });
    expect(describeRequestError(faultIn(fault), "shop/storefront-us").detail).toMatch(
      /has changed since you saw it.*Nothing was requested/,
    );
    expect(desk.stored(cluster)).toEqual(before);

    const [row] = open.checklist.rows.filter(({ state }) => state === "open");
    if (!row) throw new Error("nothing is open");
    await desk.until(() => desk.phaseOf(cluster) === "Completing");
    const anew = await first.preview(complete);
    expect(anew).toMatchObject({ decision: "deny", dryRun: { verdict: "refused" } });
    expect(anew.reasons.map(({ sentence }) => sentence).join(" ")).toMatch(/Completing/);
    expect((await first.page("all")).track).toMatchObject({ current: "complete", turn: "Gardener" });

    await desk.until(() => desk.phaseOf(cluster) === "Completed");
    const late = await problemIn(await first.change({ kind: "tick", item: row.id, rotation: row.rotation }));
    expect(late).toMatchObject({ status: 409, detail: "This rotation is over, or another one has begun since." });
    expect((await first.page("all")).track).toMatchObject({ current: "verify", turn: "Nobody" });

    await desk.until(isSettled(cluster));
    await prepared(cluster);
    const { checklist } = await first.page();
    expect(checklist.rows.filter(({ state }) => state === "ticked")).toEqual([]);
  });
});

describe("permission that is lost in the middle", () => {
  const cluster = at("analytics", "archive");
  const lena = { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "lena.sorensen@harborline.example" };

  test("to change: every place says which right is missing, and it stays in sight; then to see: nothing is told any more", async () => {
    await prepared(cluster, "owner-data");
    const person = desk.person("owner-data", cluster);
    await person.tick(1);
    const shown = await person.preview(complete);
    replaceProjectMembers(desk.embedded, "analytics", [{ ...lena, role: "viewer" }]);
    await vi.waitUntil(async () => !(await person.page()).detail.permissions.patchShoot, reviewsAreForgotten);

    const fault = await problemIn(await person.confirm(complete, shown));
    expect(fault).toMatchObject({ status: 403, reason: "forbidden" });
    expect(describeRequestError(faultIn(fault), "analytics/archive").detail).toContain(
      "lack the right to patch Shoots",
    );
    expect(desk.phaseOf(cluster)).toBe("Prepared");
    const anew = await person.preview(complete);
    expect(anew.decision).toBe("deny");
    expect(anew.reasons.map(({ sentence }) => sentence).join(" ")).toContain(
      "The owner of its project can give you the role admin.",
    );

    const page = await person.page();
    expect(page.detail.permissions).toEqual({ patchShoot: false, moveSeed: false, uncertain: false });
    expect(page.track).toMatchObject({ current: "clients" });
    // Completed items stay visible; further ones are only stored in the browser, and the page says so.
    expect(page.reading.mayWrite).toBe(false);
    expect(page.checklist.rows.filter(({ state }) => state === "ticked")).toHaveLength(1);
    const [open] = page.checklist.rows.filter(({ state }) => state === "open");
    const refused = await person.change({ kind: "tick", item: open?.id ?? "", rotation: open?.rotation ?? "" });
    expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "forbidden" });

    replaceProjectMembers(desk.embedded, "analytics", [{ ...lena, role: "serviceaccountmanager" }]);
    await vi.waitUntil(async () => (await person.cluster()).status === 403, reviewsAreForgotten);
    // Users with write permissions can continue.
    await desk.person("operator", cluster).carryOut(complete);
    await desk.until(() => desk.phaseOf(cluster) === "Completed");
  });
});

describe("hibernated in the middle", () => {
  test("both keys wait, completion is refused with the reason, and goes on after waking up with every tick", async () => {
    const cluster = at("shop", "preview-apps");
    await prepared(cluster);
    const person = desk.person("owner-commerce", cluster);
    await person.tick(3);
    await desk.until(() => mayHibernate(desk.stored(cluster)?.status));
    const shown = await person.preview(complete);
    await person.carryOut(asleep);
    expect(await problemIn(await person.confirm(complete, shown))).toMatchObject({ status: 409, reason: "conflict" });
    await desk.until(() => desk.stored(cluster)?.status?.hibernated === true);

    const sleeping = await person.page();
    expect(sleeping.track).toMatchObject({ current: "clients" });
    expect(sleeping.notices).toMatchObject([{ id: "hibernated", text: expect.stringContaining("pauses here") }]);
    const anew = await person.preview(complete);
    expect(anew).toMatchObject({ decision: "deny", dryRun: { verdict: "refused" } });
    expect(anew.reasons.map(({ sentence }) => sentence).join(" ")).toMatch(/hibernated/);
    await person.tick();

    await person.carryOut(awake);
    expect((await person.page()).notices).toMatchObject([{ id: "waking-up" }]);
    await desk.until(() => desk.stored(cluster)?.status?.hibernated === false);
    await desk.until(isSettled(cluster));
    const woken = await person.page();
    expect(woken.notices).toEqual([]);
    expect(woken.checklist.finished).toBe(true);
    await person.carryOut(complete);
    await desk.until(() => desk.phaseOf(cluster, "serviceAccountKey") === "Completed");
  });

  test("pools that waited to be rolled are forgotten: the rotation goes on without them, as it said", async () => {
    const cluster = at("analytics", "event-stream");
    const person = desk.person("operator", cluster);
    expect((await person.page()).track).toMatchObject({
      current: "roll",
      turn: "You",
      pendingPools: ["brokers", "schema"],
    });
    const preview = await person.preview(asleep);
    expect(preview.decision).not.toBe("deny");
    await person.carryOut(asleep);
    expect((await person.page()).notices).toMatchObject([{ text: expect.stringContaining("are forgotten") }]);
    await desk.until(() => desk.phaseOf(cluster) === "Prepared");
    expect((await person.page()).track).toMatchObject({ current: "clients", pendingPools: [] });
  });

  test("certificate authorities alone are completed while it sleeps", async () => {
    const cluster = at("payments", "acquiring");
    const person = desk.person("owner-commerce", cluster);
    await person.carryOut(asleep);
    await desk.until(() => desk.stored(cluster)?.status?.hibernated === true);
    expect((await person.page()).notices).toMatchObject([
      { text: expect.stringContaining("can still complete this one") },
    ]);
    await person.carryOut(completeAuthorities);
    await desk.until(() => desk.phaseOf(cluster) === "Completed");
  });
});

describe("deleted in the middle", () => {
  test("nobody has to finish it; a confirmation of before is refused; once it is gone, nothing of it is left", async () => {
    const cluster = at("payments", "settlement");
    await prepared(cluster);
    const person = desk.person("owner-commerce", cluster);
    await person.tick(2);
    const shown = await person.preview(complete);
    await desk.person("operator", cluster).carryOut({ kind: "delete" });
    expect(await problemIn(await person.confirm(complete, shown))).toMatchObject({ status: 409, reason: "conflict" });
    const page = await person.page("all");
    expect(page.track).toMatchObject({ current: "clients", turn: "Nobody" });
    expect(page.notices).toMatchObject([{ id: "deleting", text: expect.stringContaining("It stays unfinished") }]);
    expect(["deny", "hide"]).toContain((await person.preview(complete)).decision);

    await desk.until(() => desk.stored(cluster) === undefined);
    expect(await problemIn(await person.cluster())).toMatchObject({ status: 404, reason: "not-found" });
    const kept = { ...target(cluster), resource: configMaps, name: `${cluster.name}.almanac-checklist` };
    await desk.until(() => desk.embedded.api.get(kept) === undefined);
  });

  test("made anew under its name meanwhile, it is another cluster: a confirmation for the old one does nothing", async () => {
    const shop = at("shop", "loyalty");
    const person = desk.person("owner-commerce", shop);
    const act = rotationStartAct("certificateAuthorities", now, false);
    const shown = await person.preview(act);
    const old = desk.stored(shop);
    if (!old) throw new Error("not in the demo");
    await desk.person("operator", shop).carryOut({ kind: "delete" });
    await desk.until(() => desk.stored(shop) === undefined);
    const again: Shoot = { ...old, metadata: { name: shop.name, namespace: "garden-shop" } };
    desk.embedded.api.create({ resource: shoots, namespace: "garden-shop" }, { ...again, kind: "Shoot" });
    const fault = await problemIn(await person.confirm(act, shown));
    expect(fault).toMatchObject({ status: 409, detail: expect.stringContaining("deleted and recreated") });
    expect(desk.stored(shop)?.metadata.annotations?.["gardener.cloud/operation"]).toBeUndefined();
  });
});

function mayHibernate(status: Shoot["status"]): boolean {
  return status?.constraints?.some((each) => each?.type === "HibernationPossible" && each.status === "True") ?? false;
}

const faultIn = ({ reason, detail = "" }: Problem) => ({ reason, detail });
