import { parseInstant } from "#lib/kube/instant.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { type DiagnosisSubjectId, diagnosisSubjectIds } from "./diagnosis.ts";

/** A row of the cluster list with the diagnosis of its Shoot; each text may be newer than this build. */
export interface ClusterRowWithDiagnosis {
  readonly next: {
    readonly subject: string;
    readonly turn: string;
    readonly waiting?: string | undefined;
    /** When the change that is to be rolled out was written. */
    readonly since?: string | undefined;
    readonly notes?: readonly string[] | undefined;
  };
  readonly createdAt?: string | undefined;
}

/** State of a cluster list row: the subject of its diagnosis, or a creation or change that takes too long. */
export type RowState = DiagnosisSubjectId | "creation-overdue" | "change-overdue";

/** Time after which a spec change that gardenlet has not observed counts as overdue; normally this takes seconds. */
export const changeOverdueAfterMs = 15 * minuteMs;

/** Time after which an unscheduled new Shoot is overdue; a working scheduler retries within about 17 minutes. */
export const schedulingOverdueAfterMs = 20 * minuteMs;

const subjects: ReadonlySet<string> = new Set(diagnosisSubjectIds);
const isSubject = (subject: string): subject is DiagnosisSubjectId => subjects.has(subject);

/**
 * The state of a row in the cluster list.
 *
 * @param nowMs when missing, only what was already overdue when the row was created counts as overdue
 */
export function clusterRowStateOf({ next, createdAt }: ClusterRowWithDiagnosis, nowMs?: number): RowState {
  const { subject, turn, since } = next;
  const isOver = (at: string | undefined, withinMs: number) => {
    const from = nowMs === undefined ? undefined : parseInstant(at);
    return from !== undefined && nowMs !== undefined && nowMs - from > withinMs;
  };
  if (subject === "never-reconciled")
    return turn === "Operator" || isOver(createdAt, schedulingOverdueAfterMs) ? "creation-overdue" : subject;
  if (subject === "change-pending")
    return turn === "Owner" || isOver(since, changeOverdueAfterMs) ? "change-overdue" : subject;
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

/** Condition that keeps Gardener from handling a row's cluster, if any; a migration about to begin is none. */
export function reconcileBlockerOfRow({
  next: { subject, turn, notes },
}: ClusterRowWithDiagnosis): RowReconcileBlocker | undefined {
  const hold = rowReconcileBlockers.find((id) => id === subject);
  if (hold !== undefined && (hold !== "leaving-seed" || turn === "Operator")) return hold;
  return notes?.includes("perhaps-ignored") ? "perhaps-ignored" : undefined;
}

/** Row states of permanent failure, also while the cluster is being deleted. */
export const failedStates: readonly RowState[] = ["failed", "deletion-failed"];

/** Row states without progress although no failure is known. */
export const stalledRowStates: readonly RowState[] = [
  ...(["not-scheduled", "creation-overdue", "skipped", "change-overdue", "held-by-finalizer"] as const),
  "unrecognised",
];

/** Row states with a problem that no condition shows; such a cluster is not shown as just healthy. */
const saidForItself: ReadonlySet<RowState> = new Set([
  ...(["never-reconciled", "not-scheduled", "skipped", "ignored", "seed-stopped", "seed-silent"] as const),
  ...(["seed-not-ready", "creating", "deleting", "migrating", "restoring", "resuming", "about-to-retry"] as const),
  ...(["retrying", "failed", "deletion-requested", "deletion-ends", "deletion-failed"] as const),
  ...(["held-by-finalizer", "waits-for-bastions", "leaving-seed", "moved-away", "conditions-failing"] as const),
  ...(["conditions-unknown", "unrecognised", "creation-overdue", "change-overdue"] as const),
]);

/** The row state to show instead of "healthy"; undefined when the row may be shown as healthy. */
export function rowStateInsteadOfHealth(row: ClusterRowWithDiagnosis): RowState | undefined {
  const state = clusterRowStateOf(row);
  return saidForItself.has(state) ? state : undefined;
}
