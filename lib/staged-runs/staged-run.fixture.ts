import type { RunStage, StagedRun } from "#lib/contract/staged/staged-runs.ts";

/** A run of stages with so many clusters each, as its starter has just made it. */
export function sampleStagedRun(
  sizes: readonly number[],
  gate: RunStage["gate"] = {},
  differs: Partial<StagedRun> = {},
): StagedRun {
  return {
    id: "run1",
    name: "Reconcile",
    by: "starter",
    at: "2026-01-01T00:00:00.000Z",
    verb: "Reconcile",
    intent: { kind: "act", act: { kind: "operation", id: "reconcile", when: "now" } },
    startedBy: "starter",
    startedAt: "2026-01-01T00:00:00.000Z",
    stopPercent: 0,
    stages: sizes.map((_size, index) => ({ name: `stage ${index}`, batches: [], gate: index === 0 ? {} : gate })),
    status: "going",
    current: 0,
    ends: [],
    approvals: [],
    tolerated: 0,
    history: [{ by: "starter", at: "2026-01-01T00:00:00.000Z", what: "made" }],
    clusters: sizes.flatMap((size, stage) =>
      Array.from({ length: size }, (_, index) => ({
        uid: `uid-s${stage}c${index}`,
        project: "pay",
        name: `s${stage}c${index}`,
        stage,
        act: { kind: "operation" as const, id: "reconcile", when: "now" as const },
        sentence: "Reconcile now",
        substance: "reconcile",
        inWindow: false,
        phase: "waiting" as const,
        progress: { attempt: 1, conflicts: 0 },
      })),
    ),
    ...differs,
  };
}
