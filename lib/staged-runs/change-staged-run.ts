import {
  type StagedCluster,
  type StagedRun,
  type StagedRunChange,
  type StagedRunEvent,
  stagedRunLimits,
} from "#lib/contract/staged/staged-runs.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import {
  countFailuresOfStage,
  type GateObservation,
  hasStageEnded,
  isHeldByFailures,
  isNextStageOpen,
} from "./stage-gate.ts";

/** Why a change of a run is refused. */
export type StagedRunError =
  | "not-going"
  | "driven-by-another"
  | "not-driver"
  | "sent-before"
  | "gate-closed"
  | "held-by-failures"
  | "no-such-gate"
  | "stage-unfinished"
  | "own-approval"
  | "other-stage"
  | "still-going";

/** Who makes a change, when, and what the list of clusters shows then. */
export interface StagedRunHand extends Omit<GateObservation, "nowMs"> {
  readonly by: string;
  readonly at: string;
}

type Changed = Result<StagedRun, StagedRunError>;
type ChangeOf<Kind extends StagedRunChange["kind"]> = Extract<StagedRunChange, { readonly kind: Kind }>;

/** How long nobody else can drive a run after its driver was last seen, in milliseconds. */
export const leaseMs = 60_000;

/** Returns a run after one change; deleting is left to the list that stores it. */
export function changeStagedRun(run: StagedRun, change: StagedRunChange, hand: StagedRunHand): Changed {
  if (change.kind === "delete") return run.status === "going" ? fail("still-going") : ok(run);
  if (change.kind === "release") return ok(isDriver(run, change, hand) ? withoutDriver(run) : run);
  // What was sent before a stop is still observed.
  if (run.status !== "going" && !(run.status === "stopped" && change.kind === "progress")) return fail("not-going");
  switch (change.kind) {
    case "drive":
      return drive(run, change, hand);
    case "begin":
      return begin(run, change, hand);
    case "progress":
      return progress(run, change, hand);
    case "approve":
      return approve(run, change, hand);
    case "go-on":
      return ok(
        finishIfDone(told({ ...run, tolerated: countFailuresOfStage(run, run.current) }, hand, "went-on"), hand),
      );
    default:
      return ok(stop(run, hand));
  }
}

function isDriver(
  { driver }: Pick<StagedRun, "driver">,
  { tab }: { readonly tab: string },
  { by }: Pick<StagedRunHand, "by">,
): boolean {
  return driver !== undefined && driver.tab === tab && driver.by === by;
}

/** Whether a run is driven from a tab that was seen recently. */
export function isDriven({ driver }: Pick<StagedRun, "driver">, nowMs: number): boolean {
  return driver !== undefined && nowMs < (parseInstant(driver.until) ?? 0);
}

function drive(run: StagedRun, { tab }: ChangeOf<"drive">, hand: StagedRunHand): Changed {
  const nowMs = parseInstant(hand.at) ?? 0;
  const same = isDriver(run, { tab }, hand);
  if (!same && isDriven(run, nowMs)) return fail("driven-by-another");
  const driven = withLease(run, tab, hand);
  return ok(same ? driven : told(driven, hand, "drove"));
}

function withLease(run: StagedRun, tab: string, { by, at }: StagedRunHand): StagedRun {
  const until = new Date((parseInstant(at) ?? 0) + leaseMs).toISOString();
  return { ...run, driver: { by, tab, until } };
}

function withoutDriver({ driver: _, ...run }: StagedRun): StagedRun {
  return run;
}

function begin(run: StagedRun, { tab, stage }: ChangeOf<"begin">, hand: StagedRunHand): Changed {
  if (!isDriver(run, { tab }, hand)) return fail("not-driver");
  if (stage === run.current) return ok(withLease(run, tab, hand));
  if (stage !== run.current + 1) return fail("other-stage");
  if (!isNextStageOpen(run, { ...hand, nowMs: parseInstant(hand.at) ?? 0 })) return fail("gate-closed");
  const begun = { ...withLease(run, tab, hand), current: stage, tolerated: 0 };
  return ok(told(begun, hand, "began", stage));
}

/** Stores what the driver did and saw. Only clusters of the current stage can change. */
function progress(run: StagedRun, { tab, clusters }: ChangeOf<"progress">, hand: StagedRunHand): Changed {
  if (!isDriver(run, { tab }, hand)) return fail("not-driver");
  const changed = new Map(clusters.map((cluster) => [cluster.uid, cluster]));
  const known = new Map(run.clusters.map((cluster) => [cluster.uid, cluster]));
  for (const cluster of clusters) {
    const { uid, phase } = cluster;
    const before = known.get(uid);
    if (before?.stage !== run.current) return fail("other-stage");
    if (phase === "sending" && run.status !== "going") return fail("not-going");
    // A request that follows too many failures would be one that nobody has let go on.
    if (phase === "sending" && before.phase === "waiting" && isHeldByFailures(run)) return fail("held-by-failures");
    // Of two tabs, or two presses of one button, only the first can send a request of an attempt.
    if (phase === "sending" && !isNewRequest(cluster, before)) return fail("sent-before");
  }
  const after = {
    ...withLease(run, tab, hand),
    clusters: run.clusters.map((cluster) => ({ ...cluster, ...changed.get(cluster.uid) })),
  };
  return ok(finishIfDone(withEnd(after, hand), hand));
}

type Sent = Pick<StagedCluster, "phase" | "progress">;

/** Whether a request is not one that another tab sends already: an attempt, or its repetition after a conflict, is new. */
function isNewRequest({ progress: after }: Sent, { phase, progress: before }: Sent): boolean {
  const attempts = numberOf(after.attempt) - numberOf(before.attempt);
  if (attempts !== 0) return attempts > 0;
  return phase === "waiting" || numberOf(after.conflicts) > numberOf(before.conflicts);
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

/** Notes when the current stage ended; a stage that goes on again has no end. */
function withEnd(run: StagedRun, { at }: StagedRunHand): StagedRun {
  const before = run.ends.slice(0, run.current);
  if (!hasStageEnded(run, run.current)) return { ...run, ends: before };
  return { ...run, ends: [...before, run.ends[run.current] ?? at] };
}

function finishIfDone(run: StagedRun, hand: StagedRunHand): StagedRun {
  if (run.status !== "going") return run;
  const isLast = run.current === run.stages.length - 1;
  if (!isLast || !hasStageEnded(run, run.current) || isHeldByFailures(run)) return run;
  return told({ ...run, status: "finished" }, hand, "finished");
}

function approve(run: StagedRun, { stage }: ChangeOf<"approve">, hand: StagedRunHand): Changed {
  if (stage !== run.current + 1) return fail("other-stage");
  const asked = run.stages[stage]?.gate.person;
  if (asked === undefined) return fail("no-such-gate");
  if (!hasStageEnded(run, run.current)) return fail("stage-unfinished");
  if (asked === "another" && hand.by === run.startedBy) return fail("own-approval");
  if (run.approvals.some((each) => each.stage === stage)) return ok(run);
  const approvals = [...run.approvals, { stage, by: hand.by, at: hand.at }];
  return ok(told({ ...run, approvals }, hand, "approved", stage));
}

function stop(run: StagedRun, hand: StagedRunHand): StagedRun {
  const clusters = run.clusters.map((cluster) =>
    cluster.phase === "waiting" ? { ...cluster, phase: "skipped" as const } : cluster,
  );
  return told({ ...run, clusters, status: "stopped" }, hand, "stopped");
}

function told(run: StagedRun, { by, at }: StagedRunHand, what: StagedRunEvent["what"], stage?: number): StagedRun {
  const entry: StagedRunEvent = { by, at, what, ...(stage !== undefined && { stage }) };
  const [first, ...later] = [...run.history, entry];
  // The first entry says who made the run, so it stays.
  const history = first === undefined ? [entry] : [first, ...later.slice(1 - stagedRunLimits.history)];
  return { ...run, history };
}
