import { parseInstant } from "#lib/kube/instant.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { type DiagnosisSubjectId, diagnosisSubjectIds } from "./diagnosis.ts";

/** The prediction of Gardener's next action in a fleet row; each string may be newer than this build. */
export interface RowOfNext {
  readonly next: {
    readonly subject: string;
    readonly turn: string;
    readonly waiting?: string | undefined;
    /** When the change to be rolled out was written. */
    readonly since?: string | undefined;
    readonly notes?: readonly string[] | undefined;
  };
  readonly createdAt?: string | undefined;
}

/** State of a row: the subject of its verdict, with separate states for creations and changes that take too long. */
export type RowState = DiagnosisSubjectId | "creation-overdue" | "change-overdue";

/** A change is normally observed within seconds; after this time it is not going to be by itself. */
export const changeObservedWithinMs = 15 * minuteMs;

/** The scheduler retries within about 17 minutes; without a report for longer it is not working. */
export const scheduledWithinMs = 20 * minuteMs;

const subjects: ReadonlySet<string> = new Set(diagnosisSubjectIds);
const isSubject = (subject: string): subject is DiagnosisSubjectId => subjects.has(subject);

/**
 * The state of a row.
 *
 * @param nowMs when missing, only what was already overdue when the row was created counts as overdue
 */
export function rowState({ next, createdAt }: RowOfNext, nowMs?: number): RowState {
  const { subject, turn, since } = next;
  const isOver = (at: string | undefined, withinMs: number) => {
    const from = nowMs === undefined ? undefined : parseInstant(at);
    return from !== undefined && nowMs !== undefined && nowMs - from > withinMs;
  };
  if (subject === "never-reconciled")
    return turn === "Operator" || isOver(createdAt, scheduledWithinMs) ? "creation-overdue" : subject;
  if (subject === "change-pending")
    return turn === "Owner" || isOver(since, changeObservedWithinMs) ? "change-overdue" : subject;
  return isSubject(subject) ? subject : "unrecognised";
}

/** Conditions that keep Gardener from its normal handling of a cluster, most certain first. */
export const rowReconcileBlockers = [
  "ignored",
  "seed-stopped",
  "seed-silent",
  "seed-not-ready",
  "leaving-seed",
  "perhaps-ignored",
] as const;
export type RowReconcileBlocker = (typeof rowReconcileBlockers)[number];

/** The condition that holds a row back, if any. A migration that is about to begin is not held back. */
export function reconcileBlockerOfRow({ next: { subject, turn, notes } }: RowOfNext): RowReconcileBlocker | undefined {
  const hold = rowReconcileBlockers.find((id) => id === subject);
  if (hold !== undefined && (hold !== "leaving-seed" || turn === "Operator")) return hold;
  return notes?.includes("perhaps-ignored") ? "perhaps-ignored" : undefined;
}

/** States of permanent failure, also while the cluster is being deleted. */
export const failedStates: readonly RowState[] = ["failed", "deletion-failed"];

/** States without progress although no failure is known. */
export const standstills: readonly RowState[] = [
  ...(["not-scheduled", "creation-overdue", "skipped", "change-overdue", "held-by-finalizer"] as const),
  "unrecognised",
];

/** Problem states that no condition shows; such a cluster is not reported as just healthy. */
const saidForItself: ReadonlySet<RowState> = new Set([
  ...(["never-reconciled", "not-scheduled", "skipped", "ignored", "seed-stopped", "seed-silent"] as const),
  ...(["seed-not-ready", "creating", "deleting", "migrating", "restoring", "resuming", "about-to-retry"] as const),
  ...(["retrying", "failed", "deletion-requested", "deletion-ends", "deletion-failed"] as const),
  ...(["held-by-finalizer", "waits-for-bastions", "leaving-seed", "moved-away", "conditions-failing"] as const),
  ...(["conditions-unknown", "unrecognised", "creation-overdue", "change-overdue"] as const),
]);

/** The state to show instead of "healthy"; undefined when the row may be shown as healthy. */
export function stateBesideHealth(row: RowOfNext): RowState | undefined {
  const state = rowState(row);
  return saidForItself.has(state) ? state : undefined;
}
