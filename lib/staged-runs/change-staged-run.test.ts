import { describe, expect, it, test } from "vitest";
import { advanceBulkRun } from "#lib/act/bulk/advance-bulk-run.ts";
import type { BulkEvent } from "#lib/act/bulk/bulk-event.ts";
import { idleFleetRow, samplePreviewDigest } from "#lib/act/bulk/bulk-run.fixture.ts";
import { type StagedRun, type StagedRunChange, stagedRunLimits } from "#lib/contract/staged/staged-runs.ts";
import { emptyEntryDocument } from "#lib/stored-entries/entry-document.ts";
import { bulkRunOfStage, isStoredAtOnce, progressOf } from "./bulk-run-of-stage.ts";
import { changeStagedRun, leaseMs } from "./change-staged-run.ts";
import { type GateObservation, gateConditionsOf, isNextStageOpen } from "./stage-gate.ts";
import { sampleStagedRun } from "./staged-run.fixture.ts";
import { addStagedRun, changeStagedRunEntry } from "./staged-run-entries.ts";
import { describeGateCondition, describeStagedRun } from "./staged-run-labels.ts";

const about = { project: "pay", id: "run1" } as const;
const startMs = Date.parse("2026-01-01T00:00:00Z");
const at = (ms: number) => new Date(startMs + ms).toISOString();

function changed(run: StagedRun, change: StagedRunChange, by = "starter", ms = 0) {
  return changeStagedRun(run, change, { by, at: at(ms), rowOf: () => undefined, isListed: () => false });
}

function mustChange(run: StagedRun, change: StagedRunChange, by = "starter", ms = 0): StagedRun {
  const done = changed(run, change, by, ms);
  if (!done.ok) throw new Error(done.error);
  return done.value;
}

/** The run after its driver saw every cluster of the current stage end in a phase. */
function ended(run: StagedRun, phase: "succeeded" | "failed"): StagedRun {
  const driven = mustChange(run, { ...about, kind: "drive", tab: "t1" });
  const clusters = run.clusters
    .filter(({ stage }) => stage === run.current)
    .map(({ uid, progress }) => ({ uid, phase, progress }));
  return mustChange(driven, { ...about, kind: "progress", tab: "t1", clusters });
}

function healthOf(run: StagedRun, observation: GateObservation) {
  return gateConditionsOf(run, observation)?.find(({ kind }) => kind === "health");
}

describe("a staged run", () => {
  test("is driven by one tab, until that was not seen for a minute", () => {
    const driven = mustChange(sampleStagedRun([1]), { ...about, kind: "drive", tab: "t1" });
    const other = { ...about, kind: "drive", tab: "t2" } as const;
    expect(changed(driven, other, "colleague", leaseMs - 1)).toEqual({ ok: false, error: "driven-by-another" });
    const taken = mustChange(driven, other, "colleague", leaseMs);
    expect(taken.driver).toMatchObject({ by: "colleague", tab: "t2" });
    const late: StagedRunChange = { ...about, kind: "progress", tab: "t1", clusters: [] };
    expect(changed(taken, late, "starter", leaseMs)).toEqual({ ok: false, error: "not-driver" });
  });

  test("is not driven by somebody who only knows the tab of another person", () => {
    const driven = mustChange(sampleStagedRun([1]), { ...about, kind: "drive", tab: "t1" });
    const forged: StagedRunChange = { ...about, kind: "progress", tab: "t1", clusters: [] };
    expect(changed(driven, forged, "colleague")).toEqual({ ok: false, error: "not-driver" });
  });

  test("that asks for another person is not approved by who made it", () => {
    const done = ended(sampleStagedRun([1, 1], { person: "another" }), "succeeded");
    const approve = { ...about, kind: "approve", stage: 1 } as const;
    expect(changed(done, approve)).toEqual({ ok: false, error: "own-approval" });
    const open = mustChange(done, approve, "colleague");
    expect(isNextStageOpen(open, { rowOf: () => undefined, isListed: () => false, nowMs: startMs })).toBe(true);
  });

  test("with an approval by its maker, written with kubectl, does not go on", () => {
    const done = ended(sampleStagedRun([1, 1], { person: "another" }), "succeeded");
    const forged = { ...done, approvals: [{ stage: 1, by: "starter", at: at(0) }] };
    expect(changed(forged, { ...about, kind: "begin", tab: "t1", stage: 1 })).toEqual({
      ok: false,
      error: "gate-closed",
    });
  });

  test("is approved only after the stage before is over", () => {
    const approve = { ...about, kind: "approve", stage: 1 } as const;
    const run = sampleStagedRun([1, 1], { person: "anyone" });
    expect(changed(run, approve, "colleague")).toEqual({ ok: false, error: "stage-unfinished" });
  });

  test("whose stage failed goes on only after somebody says so", () => {
    const failed = ended(sampleStagedRun([1, 1]), "failed");
    const begin = { ...about, kind: "begin", tab: "t1", stage: 1 } as const;
    expect(changed(failed, begin)).toEqual({ ok: false, error: "gate-closed" });
    expect(changed(mustChange(failed, { ...about, kind: "go-on" }, "colleague"), begin).ok).toBe(true);
  });

  test("that waits for health does not take a cluster that nobody sees for a healthy one", () => {
    const done = ended(sampleStagedRun([1, 1], { healthy: true }), "succeeded");
    expect(isNextStageOpen(done, { rowOf: () => undefined, isListed: () => false, nowMs: startMs })).toBe(false);
    expect(isNextStageOpen(done, { rowOf: () => idleFleetRow("s0c0"), isListed: () => true, nowMs: startMs })).toBe(
      true,
    );
  });

  test("counts no cluster that was deleted after its stage, and says so", () => {
    const done = ended(sampleStagedRun([2, 1], { healthy: true }), "succeeded");
    const rowOf = (uid: string) => (uid === "uid-s0c0" ? idleFleetRow("s0c0") : undefined);
    const listed = { rowOf, isListed: (project: string) => project === "pay", nowMs: startMs };
    expect(isNextStageOpen(done, listed)).toBe(true);
    const health = healthOf(done, listed);
    expect(health).toMatchObject({ met: true, unhealthy: [], deleted: ["s0c1"] });
    expect(health && describeGateCondition(health, startMs)).toContain("Deleted, so not counted: s0c1.");
    expect(isNextStageOpen(done, { ...listed, isListed: (project) => project === "other" })).toBe(false);
  });

  test("counts no cluster that is as unhealthy as before, but each that got worse or is still at work", () => {
    const done = ended(sampleStagedRun([1, 1], { healthy: true }), "succeeded");
    const seenAfter = (before: string, row: Parameters<typeof idleFleetRow>[1]) =>
      healthOf(
        {
          ...done,
          clusters: done.clusters.map((each) => ({
            ...each,
            progress: { ...each.progress, before: { health: before } },
          })),
        },
        { rowOf: () => idleFleetRow("s0c0", row), isListed: () => true, nowMs: startMs },
      );
    const same = seenAfter("unhealthy", { health: "unhealthy" });
    expect(same).toMatchObject({ met: true, asBefore: ["s0c0"] });
    expect(same && describeGateCondition(same, startMs)).toContain("As unhealthy as before, so not counted: s0c0.");
    expect(seenAfter("healthy", { health: "unhealthy" })).toMatchObject({ met: false, unhealthy: ["s0c0"] });
    expect(seenAfter("unknown", { health: "unhealthy" })).toMatchObject({ met: false });
    expect(seenAfter("progressing", { health: "progressing" })).toMatchObject({ met: false });
    const lastOperation = { type: "Reconcile", state: "Processing", progress: 50, updatedAt: at(0) } as const;
    expect(seenAfter("unhealthy", { health: "unhealthy", lastOperation })).toMatchObject({ met: false });
    expect(seenAfter("healthy", { health: "unknown", hibernationEnabled: true })).toMatchObject({ met: true });
  });

  test("sends one attempt once, however often its button is pressed or its tab asks", () => {
    const driven = mustChange(sampleStagedRun([1]), { ...about, kind: "drive", tab: "t1" });
    const sending = (attempt: number, conflicts = 0): StagedRunChange => ({
      ...{ ...about, kind: "progress", tab: "t1" },
      clusters: [{ uid: "uid-s0c0", phase: "sending", progress: { attempt, conflicts } }],
    });
    const sent = mustChange(driven, sending(1));
    expect(changed(sent, sending(1))).toEqual({ ok: false, error: "sent-before" });
    expect(changed(mustChange(sent, sending(1, 1)), sending(1))).toEqual({ ok: false, error: "sent-before" });
    for (const phase of ["unanswered", "sent", "succeeded", "failed"] as const) {
      const progress = { attempt: 1, conflicts: 0 };
      const seen = mustChange(sent, {
        ...about,
        kind: "progress",
        tab: "t1",
        clusters: [{ uid: "uid-s0c0", phase, progress }],
      });
      expect(changed(seen, sending(1)).ok).toBe(false);
    }
    expect(changed(sent, sending(2)).ok).toBe(true);
  });

  test("says nothing of a stage as a whole to somebody who sees only some of its clusters", () => {
    const done = ended(sampleStagedRun([1, 1]), "succeeded");
    const open = gateConditionsOf(done, { rowOf: () => undefined, isListed: () => true, nowMs: startMs });
    expect(describeStagedRun(done, open, startMs)).toContain("The gate of stage 2 is open.");
    expect(describeStagedRun(done, open, startMs, 1)).toBe(
      "Stage 1. What it waits for is shown to those who see all its clusters.",
    );
  });

  test("does not call clusters healthy that it has not changed yet", () => {
    const conditions = gateConditionsOf(sampleStagedRun([1, 1], { healthy: true }), {
      rowOf: () => idleFleetRow("s0c0"),
      isListed: () => true,
      nowMs: startMs,
    });
    expect(conditions).toContainEqual({ kind: "health", met: false, unhealthy: [], deleted: [], asBefore: [] });
  });

  test("that was stopped changes nothing any more", () => {
    const stopped = mustChange(sampleStagedRun([1, 1]), { ...about, kind: "stop" }, "colleague");
    expect(stopped.clusters.map(({ phase }) => phase)).toEqual(["skipped", "skipped"]);
    expect(changed(stopped, { ...about, kind: "drive", tab: "t1" })).toEqual({ ok: false, error: "not-going" });
  });

  test("is bounded in number by person", () => {
    const { clusters, name, verb, intent, stopPercent, stages } = sampleStagedRun([1]);
    const planned = clusters.map(({ phase: _, progress: __, ...cluster }) => cluster);
    const plan = { project: "pay", name, verb, intent, stopPercent, stages, clusters: planned };
    let book = emptyEntryDocument;
    for (let index = 0; index < stagedRunLimits.goingPerPerson; index += 1) {
      const added = addStagedRun(book, plan, { by: "starter", at: at(index), newId: `r${index}` });
      if (added.ok) book = added.value.book;
    }
    const hand = { at: at(9), newId: "r9" };
    expect(addStagedRun(book, plan, { ...hand, by: "starter" })).toEqual({ ok: false, error: "too-many-own" });
    expect(addStagedRun(book, plan, { ...hand, by: "colleague" }).ok).toBe(true);
  });
});

test("the runs of a project never become larger than what is read of them", () => {
  const { clusters, name, verb, intent, stopPercent, stages } = sampleStagedRun([100]);
  const planned = clusters.map(({ phase: _, progress: __, ...cluster }) => ({ ...cluster, sentence: "ü".repeat(300) }));
  const plan = { project: "pay", name, verb, intent, stopPercent, stages, clusters: planned };
  const first = addStagedRun(emptyEntryDocument, plan, { by: "starter", at: at(0), newId: "r0" });
  if (!first.ok) throw new Error(first.error);
  const second = addStagedRun(first.value.book, plan, { by: "colleague", at: at(1), newId: "r1" });
  expect(second).toEqual({ ok: false, error: "project-full" });
  const hand = { by: "starter", at: at(2), rowOf: () => undefined, isListed: () => true };
  const driven = changeStagedRunEntry(first.value.book, { project: "pay", id: "r0", kind: "drive", tab: "t1" }, hand);
  if (!driven.ok) throw new Error(driven.error);
  const stored = planned.map(({ uid }) => ({
    uid,
    phase: "sent" as const,
    progress: { attempt: 1, conflicts: 0, message: "x".repeat(2_900) },
  }));
  const change = { project: "pay", id: "r0", kind: "progress", tab: "t1", clusters: stored } as const;
  expect(changeStagedRunEntry(driven.value.book, change, hand)).toEqual({ ok: false, error: "project-full" });
});

describe("a stage that is driven as a bulk run", () => {
  it("sends an attempt again that was certainly refused, because it has stored that", () => {
    let stored = mustChange(sampleStagedRun([1]), { ...about, kind: "drive", tab: "t1" });
    const read = bulkRunOfStage(stored, "starter");
    if (read === undefined) throw new Error("the stage was not read");
    let run = read;
    let known = read;
    let requests = 0;
    const act = sampleStagedRun([1]).clusters[0]?.act ?? { kind: "delete" };
    const event = { uid: "uid-s0c0", attempt: 1 } as const;
    const previewed: BulkEvent = {
      ...{ ...event, type: "previewed", act },
      ...{ digest: samplePreviewDigest("s0c0", { substance: "reconcile" }), row: idleFleetRow("s0c0") },
    };
    const refused: BulkEvent = { ...event, type: "refused", fault: { reason: "too-many-requests", retryAfterMs: 1 } };
    const events: readonly BulkEvent[] = [
      ...([{ type: "resume" }, previewed, refused, { type: "tick" }, previewed, refused, { type: "tick" }] as const),
      previewed,
    ];
    for (const [index, each] of events.entries()) {
      const { run: after, commands } = advanceBulkRun(run, each, startMs + index * 1_000);
      if (isStoredAtOnce(after, run)) {
        const clusters = [...progressOf(after, known)];
        stored = mustChange(stored, { ...about, kind: "progress", tab: "t1", clusters });
        known = after;
      }
      run = after;
      requests += commands.filter(({ kind }) => kind === "send").length;
    }
    expect(requests).toBe(3);
  });

  it("never sends again what may have been sent, after another tab has taken over", () => {
    const row = idleFleetRow("s0c0");
    const first = bulkRunOfStage(sampleStagedRun([2]), "starter");
    if (first === undefined) throw new Error("the stage was not read");
    const going = advanceBulkRun(first, { type: "resume" }, startMs).run;
    const act = sampleStagedRun([1]).clusters[0]?.act ?? { kind: "delete" };
    const sending = advanceBulkRun(
      going,
      { type: "previewed", uid: "uid-s0c0", attempt: 1, act, digest: samplePreviewDigest("s0c0"), row },
      startMs,
    );
    expect(sending.commands).toMatchObject([{ kind: "send", uid: "uid-s0c0" }]);
    const kept = mustChange(mustChange(sampleStagedRun([2]), { ...about, kind: "drive", tab: "t1" }), {
      ...{ ...about, kind: "progress", tab: "t1" },
      clusters: [...progressOf(sending.run, going)],
    });
    const other = bulkRunOfStage(kept, "colleague");
    if (other === undefined) throw new Error("the stage was not read again");
    const adopted = advanceBulkRun(other, { type: "adopted" }, startMs).run;
    const resumed = advanceBulkRun(adopted, { type: "resume" }, startMs);
    expect(resumed.run.clusters.map(({ phase }) => phase)).toEqual(["unanswered", "previewing"]);
    expect(resumed.commands.map(({ uid }) => uid)).toEqual(["uid-s0c1"]);
  });
});
