import { dayMs } from "#lib/kube/time-units.ts";
import type { Fixer } from "../status/error-codes.ts";
import type { LastOperationType } from "../status/last-operation.ts";
import type { HealthStatus } from "../status/status-label.ts";
import type { HeldWork, HoldId } from "./hold.ts";

/**
 * Whose turn it is, whoever looks: the Owner stands for everybody who may change the cluster. Gardener needs nobody; Nobody
 * when nothing has to be done. `whoActs` names the person.
 */
export const turns = ["Owner", "Gardener", "Operator", "Provider", "Nobody"] as const;
export type Turn = (typeof turns)[number];

/** The operation the sentence speaks of; the wire's own word when this build does not know it. */
export type OperationWord = LastOperationType | (string & {});

interface Held {
  readonly waiting: HeldWork | undefined;
  readonly seed: string | undefined;
}

interface OfOperation {
  readonly operation: OperationWord;
}

interface Running {
  readonly progress: number | undefined;
}

/** What the sentence of truth is about, with the facts that its words need. */
export interface TruthSubjectFacts {
  /** Nobody has taken it up; `overdue` when that takes longer than it should. */
  "never-reconciled": {
    readonly scheduled: boolean;
    readonly scheduler: string | undefined;
    readonly overdue: boolean;
  };
  "not-scheduled": { readonly description: string | undefined };
  /** gardenlet passed it over before it ever ran, and nothing that can be seen says why. */
  skipped: object;
  /** Held back: nothing of what waits happens. */
  ignored: Held;
  "seed-stopped": Held;
  "seed-silent": Held;
  /** gardenlet begins nothing until its Seed is ready, and asks every 15 seconds. */
  "seed-not-ready": OfOperation & { readonly seed: string | undefined };
  creating: Running;
  reconciling: Running;
  hibernating: Running;
  "waking-up": Running;
  deleting: Running;
  migrating: Running;
  restoring: Running;
  /** gardenlet was restarted in the middle, and begins again by itself. */
  resuming: OfOperation;
  /** Failed, but something has happened since that makes gardenlet try again. */
  "about-to-retry": OfOperation;
  retrying: OfOperation & { readonly failsAt: string | undefined };
  failed: OfOperation & {
    readonly retriedAutomatically: boolean;
    readonly retriedInWindow: boolean;
  };
  "deletion-requested": object;
  /** Nothing was ever built, or all is deleted: the object goes at once. */
  "deletion-ends": object;
  "deletion-failed": { readonly forceDeletionPossible: boolean };
  "held-by-finalizer": { readonly finalizers: readonly string[] };
  "waits-for-bastions": OfOperation;
  /** Moves to another Seed, and waits until that is judged ready; `ready` when it is about to leave. */
  "leaving-seed": { readonly from: string; readonly to: string; readonly ready: boolean };
  "moved-away": { readonly to: string | undefined };
  "conditions-failing": object;
  "conditions-unknown": object;
  "conditions-progressing": object;
  "constraints-failing": object;
  /** A change is about to be rolled out, with every change that waited for the window where such are held back. */
  "change-pending": { readonly confined: boolean; readonly overdue: boolean };
  /** Changes wait for the maintenance window. */
  "changes-held": object;
  "rotation-waits": { readonly family: string; readonly phase: string };
  /** Gardener deletes the cluster: its lifetime ends. RFC 3339. */
  "lifetime-ends": { readonly at: string };
  hibernated: object;
  healthy: object;
  unrecognised: { readonly type: string | undefined; readonly state: string | undefined };
}
export type TruthSubjectId = keyof TruthSubjectFacts;
export type TruthSubject<Id extends TruthSubjectId = TruthSubjectId> = {
  [Key in Id]: { readonly id: Key } & TruthSubjectFacts[Key];
}[Id];

export const truthSubjectIds = [
  "never-reconciled",
  "not-scheduled",
  "skipped",
  "ignored",
  "seed-stopped",
  "seed-silent",
  "seed-not-ready",
  "creating",
  "reconciling",
  "hibernating",
  "waking-up",
  "deleting",
  "migrating",
  "restoring",
  "resuming",
  "about-to-retry",
  "retrying",
  "failed",
  "deletion-requested",
  "deletion-ends",
  "deletion-failed",
  "held-by-finalizer",
  "waits-for-bastions",
  "leaving-seed",
  "moved-away",
  "conditions-failing",
  "conditions-unknown",
  "conditions-progressing",
  "constraints-failing",
  "change-pending",
  "changes-held",
  "rotation-waits",
  "lifetime-ends",
  "hibernated",
  "healthy",
  "unrecognised",
] as const satisfies readonly TruthSubjectId[];

/** How long before it the end of a lifetime is the first thing to say. */
export const lifetimeNearMs = 7 * dayMs;

/** What to do next. `wait` means that Gardener continues without anybody's help. */
export const nextSteps = [
  "nothing",
  "wait",
  "wait-for-window",
  "wait-for-retry-in-window",
  "fix-and-wait",
  "fix-and-retry",
  "retry",
  "reconcile-or-ask",
  "remove-annotation",
  "remove-finalizers",
  "extend-lifetime",
  "force-delete-or-fix",
  "look-at-conditions",
  "look-at-constraints",
  "update-clients-and-complete",
  "complete-rotation",
  "roll-pools",
  "select-nodes",
  "lift-stop",
  "start-gardenlet",
  "make-seed-ready",
  "make-destination-ready",
  "ask-operator",
] as const;
export type NextStep = (typeof nextSteps)[number];

/** What ends each hold. */
export const endsOfHold = {
  ignored: "remove-annotation",
  "seed-stopped": "lift-stop",
  "seed-silent": "start-gardenlet",
} as const satisfies { readonly [Id in HoldId]: NextStep };

/** What keeps Gardener from executing the hibernation schedules. */
export const scheduleNoteIds = ["schedules-skipped", "schedules-unreadable", "schedule-never-comes"] as const;
export type ScheduleNoteId = (typeof scheduleNoteIds)[number];

/** What else has to be known, whatever the sentence is about. */
export type TruthNote =
  /** The annotation stands outside the namespace `garden`: it counts only where the operator allows it. */
  | { readonly id: "perhaps-ignored" }
  | { readonly id: "changes-held" }
  | { readonly id: "lifetime-ends"; readonly at: string }
  | { readonly id: "lifetime-unreadable"; readonly text: string }
  | { readonly id: ScheduleNoteId };

/**
 * The sentence of truth as data: what is the case, since when, whose turn it is, and what comes next. The words are made
 * by the view.
 */
export interface Truth {
  readonly health: HealthStatus;
  readonly subject: TruthSubject;
  /** RFC 3339, as the garden wrote it; absent when the garden does not tell. */
  readonly since?: string;
  /** Whole seconds from `since` to now, never negative. */
  readonly forSeconds?: number;
  readonly turn: Turn;
  readonly next: NextStep;
  readonly notes: readonly TruthNote[];
  /** Error codes of the last errors and of conditions that are not True. */
  readonly codes: readonly string[];
  /** Who has to mend these codes. */
  readonly fixer?: Fixer;
  /** Types of the conditions that are not fine, whatever the subject is. */
  readonly conditions: readonly string[];
  /** Types of the constraints that are findings. */
  readonly constraints: readonly string[];
}

const turnsOfFixers = {
  user: "Owner",
  provider: "Provider",
  operator: "Operator",
  gardener: "Gardener",
} as const satisfies Readonly<Record<Fixer, Turn>>;

/** The turn of the person who has to mend a problem. */
export function turnOf(fixer: Fixer | undefined, otherwise: Turn): Turn {
  return fixer === undefined ? otherwise : turnsOfFixers[fixer];
}
