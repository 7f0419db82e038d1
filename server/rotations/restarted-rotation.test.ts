import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rotationCompletionAct, rotationRolloutAct, rotationStartAct } from "#lib/view/rotations/rotation-scope.ts";
import { type RotationTestBed, startRotationTestBed } from "#server/testing/rotation-test-bed.ts";

const cluster = { project: "shop", name: "preview-apps" };
const pooled = { project: "shop", name: "storefront-eu" };
const now = new Date("2026-08-10T09:30:00Z");
const start = rotationStartAct("all", { withoutRollout: false, when: "now" }, false);
const startLater = rotationStartAct("all", { withoutRollout: true, when: "now" }, false);
const complete = rotationCompletionAct("all") ?? start;

let folder = "";
let desk: RotationTestBed;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rotation-kept-"));
  desk = await startRotationTestBed({ dataFolder: folder, now });
});
afterEach(async () => {
  await desk.stop();
  await rm(folder, { recursive: true });
});

/** Stops server and garden and starts both again. */
async function restart(): Promise<void> {
  await desk.stop();
  desk = await startRotationTestBed({ dataFolder: folder });
}

describe("a rotation outlives the server", () => {
  test("that is started anew while Gardener prepares: the preparation goes on to its end", async () => {
    await desk.person("owner-commerce", cluster).carryOut(start);
    await desk.until(() => desk.phaseOf(cluster) === "Preparing");
    await restart();
    const { track } = await desk.person("owner-commerce", cluster).page();
    expect(track).toMatchObject({ current: "prepare", turn: "Gardener" });
    await desk.until(() => desk.phaseOf(cluster) === "Prepared");
    expect((await desk.person("owner-commerce", cluster).page()).track).toMatchObject({
      current: "clients",
      turn: "You",
    });
  });

  test("phase, turn, ticks and rows of the team are there afterwards, and it is completed from where it stood", async () => {
    const before = desk.person("owner-commerce", cluster);
    await before.carryOut(start);
    await desk.until(() => desk.phaseOf(cluster, "serviceAccountKey") === "Prepared");
    const ticked = await before.tick(4);
    expect((await before.change({ kind: "add-row", text: "Warehouse scanners know the new bundle" })).status).toBe(200);
    const left = await before.page();
    await restart();

    const after = desk.person("owner-commerce", cluster);
    const found = await after.page();
    expect(found.track).toEqual(left.track);
    expect(found.checklist).toEqual(left.checklist);
    expect(found.track).toMatchObject({ scope: "all", current: "clients", turn: "You" });
    const kept = found.checklist.rows.filter(({ state }) => state === "ticked");
    expect(kept.map(({ id, tick }) => [id, tick?.by])).toEqual(ticked.map((id) => [id, "owner-commerce"]));
    expect(found.checklist.rows.map(({ title }) => title)).toContain("Warehouse scanners know the new bundle");

    await after.tick();
    expect((await after.page()).checklist.finished).toBe(true);
    await after.carryOut(complete);
    await desk.until(() => desk.phaseOf(cluster, "serviceAccountKey") === "Completed");
    expect((await after.page("all")).track).toMatchObject({ current: "verify", turn: "Nobody" });
  });

  test("a preview that was read before it still binds: what it showed is sent, once", async () => {
    const preview = await desk.person("owner-commerce", cluster).preview(start);
    await restart();
    const person = desk.person("owner-commerce", cluster);
    expect((await person.confirm(start, preview)).status).toBe(202);
    expect((await person.confirm(start, preview)).status).toBe(409);
  });

  test("pools that wait to be rolled wait on, and are rolled from there", async () => {
    await desk.person("owner-commerce", pooled).carryOut(startLater);
    await desk.until(() => desk.phaseOf(pooled) === "WaitingForWorkersRollout");
    await desk.person("owner-commerce", pooled).carryOut(rotationRolloutAct(["edge"]));
    const isLeft = () =>
      desk.stored(pooled)?.status?.credentials?.rotation?.certificateAuthorities?.pendingWorkersRollouts;
    await desk.until(() => isLeft()?.length === 1);
    await desk.until(() => desk.stored(pooled)?.status?.lastOperation?.state === "Succeeded");
    await restart();
    const person = desk.person("owner-commerce", pooled);
    expect((await person.page()).track).toMatchObject({ current: "roll", turn: "You", pendingPools: ["web"] });
    await person.carryOut(rotationRolloutAct(["web"]));
    await desk.until(() => desk.phaseOf(pooled) === "Prepared");
  });
});
