import { dayMs } from "#lib/kube/time-units.ts";
import type { RemedyRole } from "../status/error-codes.ts";
import type { LastOperationType } from "../status/last-operation.ts";
import type { HealthStatus } from "../status/status-label.ts";
import type { BlockedWork, ReconcileBlockerId } from "./reconcile-blocker.ts";

/**
 * Who has to act, independent of the viewer. Owner: anyone who may change the cluster; Gardener: it continues by
 * itself; Nobody: nothing has to be done. `responsiblePartyOf` derives it for the viewer.
 */
export const responsibleRoles = ["Owner", "Gardener", "Operator", "Provider", "Nobody"] as const;
export type ResponsibleRole = (typeof responsibleRoles)[number];

/** Type of the operation; the original text when this build does not know it. */
export type ReportedOperationType = LastOperationType | (string & {});

interface Held {
  readonly waiting: BlockedWork | undefined;
  readonly seed: string | undefined;
}

interface OfOperation {
  readonly operation: ReportedOperationType;
}

interface Running {
  readonly progress: number | undefined;
}

/** Subjects of a verdict, with the facts that their sentences need. */
export interface DiagnosisSubjectFacts {
  /** Not picked up yet; `overdue` when that takes too long. */
  "never-reconciled": {
    readonly scheduled: boolean;
    readonly scheduler: string | undefined;
    readonly overdue: boolean;
  };
  "not-scheduled": { readonly description: string | undefined };
  /** gardenlet skipped it before its first reconciliation, for a reason that is not visible. */
  skipped: object;
  /** Held back: no pending work is carried out. */
  ignored: Held;
  "seed-stopped": Held;
  "seed-silent": Held;
  /** gardenlet starts nothing until its Seed is ready, and checks every 15 seconds. */
  "seed-not-ready": OfOperation & { readonly seed: string | undefined };
  creating: Running;
  reconciling: Running;
  hibernating: Running;
  "waking-up": Running;
  deleting: Running;
  migrating: Running;
  restoring: Running;
  /** gardenlet was restarted during the operation, and starts it again by itself. */
  resuming: OfOperation;
  /** Failed, but a later change makes gardenlet try again. */
  "about-to-retry": OfOperation;
  retrying: OfOperation & { readonly failsAt: string | undefined };
  failed: OfOperation & {
    readonly retriedAutomatically: boolean;
    readonly retriedInWindow: boolean;
  };
  "deletion-requested": object;
  /** Nothing was ever created, or all is deleted: the object is removed at once. */
  "deletion-ends": object;
  "deletion-failed": { readonly forceDeletionPossible: boolean };
  "held-by-finalizer": { readonly finalizers: readonly string[] };
  "waits-for-bastions": OfOperation;
  /** Moves to another Seed and waits until that is reported ready; `ready` when it is about to leave. */
  "leaving-seed": { readonly from: string; readonly to: string; readonly ready: boolean };
  "moved-away": { readonly to: string | undefined };
  "conditions-failing": object;
  "conditions-unknown": object;
  "conditions-progressing": object;
  "constraints-failing": object;
  /** A change is about to be rolled out; if changes are confined to the window, with all that were waiting for it. */
  "change-pending": { readonly confined: boolean; readonly overdue: boolean };
  /** Changes wait for the maintenance window. */
  "changes-held": object;
  "rotation-waits": { readonly family: string; readonly phase: string };
  /** Gardener deletes the cluster because its lifetime ends. RFC 3339. */
  "lifetime-ends": { readonly at: string };
  hibernated: object;
  healthy: object;
  unrecognised: { readonly type: string | undefined; readonly state: string | undefined };
}
export type DiagnosisSubjectId = keyof DiagnosisSubjectFacts;
export type DiagnosisSubject<Id extends DiagnosisSubjectId = DiagnosisSubjectId> = {
  [Key in Id]: { readonly id: Key } & DiagnosisSubjectFacts[Key];
}[Id];

export const diagnosisSubjectIds = [
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
] as const satisfies readonly DiagnosisSubjectId[];

/** Within this time before the end of a lifetime, the verdict reports the end first. */
export const lifetimeNearMs = 7 * dayMs;

/** The next step. `wait` means that Gardener continues by itself. */
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

/** The step that ends each hold. */
export const unblockingSteps = {
  ignored: "remove-annotation",
  "seed-stopped": "lift-stop",
  "seed-silent": "start-gardenlet",
} as const satisfies { readonly [Id in ReconcileBlockerId]: NextStep };

/** Reasons why Gardener does not execute the hibernation schedules. */
export const scheduleNoteIds = ["schedules-skipped", "schedules-unreadable", "schedule-never-comes"] as const;
export type ScheduleNoteId = (typeof scheduleNoteIds)[number];

/** Further notes, independent of the verdict's subject. */
export type DiagnosisNote =
  /** The ignore annotation outside the namespace `garden`, which only applies if the operator has enabled it. */
  | { readonly id: "perhaps-ignored" }
  | { readonly id: "changes-held" }
  | { readonly id: "lifetime-ends"; readonly at: string }
  | { readonly id: "lifetime-unreadable"; readonly text: string }
  | { readonly id: ScheduleNoteId };

/**
 * The verdict about a Shoot as data: state, since when, who has to act, and what comes next. The view turns it into
 * sentences.
 */
export interface Diagnosis {
  readonly health: HealthStatus;
  readonly subject: DiagnosisSubject;
  /** RFC 3339, as received; absent when unknown. */
  readonly since?: string;
  /** Whole seconds from `since` to now, never negative. */
  readonly forSeconds?: number;
  readonly turn: ResponsibleRole;
  readonly next: NextStep;
  readonly notes: readonly DiagnosisNote[];
  /** Error codes of the last errors and of conditions that are not True. */
  readonly codes: readonly string[];
  /** Who has to fix these codes. */
  readonly fixer?: RemedyRole;
  /** Types of the conditions that are not fine, whatever the subject. */
  readonly conditions: readonly string[];
  /** Types of the constraints that are findings. */
  readonly constraints: readonly string[];
}

const turnsOfFixers = {
  user: "Owner",
  provider: "Provider",
  operator: "Operator",
  gardener: "Gardener",
} as const satisfies Readonly<Record<RemedyRole, ResponsibleRole>>;

/** Who has to act, derived from who has to fix a problem. */
export function responsibleRoleOf(fixer: RemedyRole | undefined, otherwise: ResponsibleRole): ResponsibleRole {
  return fixer === undefined ? otherwise : turnsOfFixers[fixer];
}
