import { describe, expect, it, test } from "vitest";
import { advanceBulkRun } from "#lib/act/bulk/advance-bulk-run.ts";
import { idleFleetRow, samplePreviewDigest } from "#lib/act/bulk/bulk-run.fixture.ts";
import { type StagedRun, type StagedRunChange, stagedRunLimits } from "#lib/contract/staged/staged-runs.ts";
import { emptyEntryDocument } from "#lib/stored-entries/entry-document.ts";
import { bulkRunOfStage, progressOf } from "./bulk-run-of-stage.ts";
import { changeStagedRun, leaseMs } from "./change-staged-run.ts";
import { gateConditionsOf, isNextStageOpen } from "./stage-gate.ts";
import { sampleStagedRun } from "./staged-run.fixture.ts";
import { addStagedRun } from "./staged-run-entries.ts";

const about = { project: "pay", id: "run1" } as const;
const startMs = Date.parse("2026-01-01T00:00:00Z");
const at = (ms: number) => new Date(startMs + ms).toISOString();

function changed(run: StagedRun, change: StagedRunChange, by = "starter", ms = 0) {
  return changeStagedRun(run, change, { by, at: at(ms), rowOf: () => undefined });
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
    expect(isNextStageOpen(open, { rowOf: () => undefined, nowMs: startMs })).toBe(true);
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
    expect(isNextStageOpen(done, { rowOf: () => undefined, nowMs: startMs })).toBe(false);
    expect(isNextStageOpen(done, { rowOf: () => idleFleetRow("s0c0"), nowMs: startMs })).toBe(true);
  });

  test("does not call clusters healthy that it has not changed yet", () => {
    const conditions = gateConditionsOf(sampleStagedRun([1, 1], { healthy: true }), {
      rowOf: () => idleFleetRow("s0c0"),
      nowMs: startMs,
    });
    expect(conditions).toContainEqual({ kind: "health", met: false, unhealthy: [] });
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

describe("a stage that is driven as a bulk run", () => {
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
