import { parseInstant } from "#lib/kube/instant.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { type TruthSubjectId, truthSubjectIds } from "./truth.ts";

/** What a row of the fleet says of what Gardener does next; each word may be newer than this build. */
export interface RowOfNext {
  readonly next: {
    readonly subject: string;
    readonly turn: string;
    readonly waiting?: string | undefined;
    /** When the change was written that is about to be rolled out. */
    readonly since?: string | undefined;
    readonly notes?: readonly string[] | undefined;
  };
  readonly createdAt?: string | undefined;
}

/** The state of a row: what the sentence about it is about, where what takes too long is a state of its own. */
export type RowState = TruthSubjectId | "creation-overdue" | "change-overdue";

/** A change is taken up within seconds: what waits for longer is not going to be taken up by itself. */
export const takenUpWithinMs = 15 * minuteMs;

/** The scheduler tries again within about 17 minutes: one that has said nothing for longer is not at work. */
export const scheduledWithinMs = 20 * minuteMs;

const subjects: ReadonlySet<string> = new Set(truthSubjectIds);
const isSubject = (subject: string): subject is TruthSubjectId => subjects.has(subject);

/**
 * The state of a row.
 *
 * @param nowMs without it only what took too long already when the row was made counts as overdue
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
    return turn === "Owner" || isOver(since, takenUpWithinMs) ? "change-overdue" : subject;
  return isSubject(subject) ? subject : "unrecognised";
}

/** What keeps Gardener from doing to a cluster what it would do otherwise, the surest first. */
export const rowHolds = [
  "ignored",
  "seed-stopped",
  "seed-silent",
  "seed-not-ready",
  "leaving-seed",
  "perhaps-ignored",
] as const;
export type RowHold = (typeof rowHolds)[number];

/** What holds a row back; undefined when nothing does. A move that is about to begin waits for nobody. */
export function rowHold({ next: { subject, turn, notes } }: RowOfNext): RowHold | undefined {
  const hold = rowHolds.find((id) => id === subject);
  if (hold !== undefined && (hold !== "leaving-seed" || turn === "Operator")) return hold;
  return notes?.includes("perhaps-ignored") ? "perhaps-ignored" : undefined;
}

/** What failed for good is so while a cluster is being deleted, too. */
export const failedStates: readonly RowState[] = ["failed", "deletion-failed"];

/** What stands still although nothing is known to have failed. */
export const standstills: readonly RowState[] = [
  ...(["not-scheduled", "creation-overdue", "skipped", "change-overdue", "held-by-finalizer"] as const),
  "unrecognised",
];

/** Where something is the matter that no condition shows: such a cluster is not simply called healthy. */
const saidForItself: ReadonlySet<RowState> = new Set([
  ...(["never-reconciled", "not-scheduled", "skipped", "ignored", "seed-stopped", "seed-silent"] as const),
  ...(["seed-not-ready", "creating", "deleting", "migrating", "restoring", "resuming", "about-to-retry"] as const),
  ...(["retrying", "failed", "deletion-requested", "deletion-ends", "deletion-failed"] as const),
  ...(["held-by-finalizer", "waits-for-bastions", "leaving-seed", "moved-away", "conditions-failing"] as const),
  ...(["conditions-unknown", "unrecognised", "creation-overdue", "change-overdue"] as const),
]);

/** The state that is said instead of "healthy"; undefined where a row may be called so. */
export function stateBesideHealth(row: RowOfNext): RowState | undefined {
  const state = rowState(row);
  return saidForItself.has(state) ? state : undefined;
}
