import { dayMs } from "#lib/kube/time-units.ts";
import type { RemedyRole } from "../status/error-codes.ts";
import type { LastOperationType } from "../status/last-operation.ts";
import type { HealthStatus } from "../status/status-label.ts";
import type { BlockedWork, ReconcileBlockerId } from "./reconcile-blocker.ts";

/**
 * Who has to act on a cluster, whoever views it. Owner: anyone who may change the cluster; Gardener: nobody, it acts
 * by itself; Nobody: nothing has to be done. `responsiblePartyOf` translates the role for the current user.
 */
export const responsibleRoles = ["Owner", "Gardener", "Operator", "Provider", "Nobody"] as const;
export type ResponsibleRole = (typeof responsibleRoles)[number];

/** Type of the last operation; the received text when this build does not know the type. */
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

/** The possible subjects of a diagnosis, with the facts that the UI texts need. */
export interface DiagnosisSubjectFacts {
  /** The Shoot is new and not reconciled yet; `overdue` when that takes too long. */
  "never-reconciled": {
    readonly scheduled: boolean;
    readonly scheduler: string | undefined;
    readonly overdue: boolean;
  };
  "not-scheduled": { readonly description: string | undefined };
  /** gardenlet skipped the Shoot before its first reconciliation, for a reason that is not visible. */
  skipped: object;
  /** Reconciliation of the Shoot is blocked: no pending work is carried out. */
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
  /** gardenlet was restarted during the last operation, and starts that operation again by itself. */
  resuming: OfOperation;
  /** The last operation failed, but a later change makes gardenlet try again. */
  "about-to-retry": OfOperation;
  retrying: OfOperation & { readonly failsAt: string | undefined };
  failed: OfOperation & {
    readonly retriedAutomatically: boolean;
    readonly retriedInWindow: boolean;
  };
  "deletion-requested": object;
  /** The Shoot in deletion has no resources (never created, or all deleted): Gardener removes the object at once. */
  "deletion-ends": object;
  "deletion-failed": { readonly forceDeletionPossible: boolean };
  "held-by-finalizer": { readonly finalizers: readonly string[] };
  "waits-for-bastions": OfOperation;
  /** The Shoot moves to another Seed and waits until that Seed is ready; `ready`: the move is about to begin. */
  "leaving-seed": { readonly from: string; readonly to: string; readonly ready: boolean };
  "moved-away": { readonly to: string | undefined };
  "conditions-failing": object;
  "conditions-unknown": object;
  "conditions-progressing": object;
  "constraints-failing": object;
  /** A change is about to be rolled out; `confined`: in the maintenance window, with all other waiting changes. */
  "change-pending": { readonly confined: boolean; readonly overdue: boolean };
  /** Changes wait for the maintenance window. */
  "changes-held": object;
  "rotation-waits": { readonly family: string; readonly phase: string };
  /** Gardener deletes the cluster because its lifetime ends, at `at` (RFC 3339). */
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

/** How long before the end of a cluster's lifetime the diagnosis reports that end before anything else. */
export const lifetimeWarningPeriodMs = 7 * dayMs;

/** What has to be done next about a cluster. `wait` means that Gardener continues by itself. */
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
  "look-at-seeds",
  "ask-operator",
] as const;
export type NextStep = (typeof nextSteps)[number];

/** The action that removes each reconciliation blocker. */
export const unblockingSteps = {
  ignored: "remove-annotation",
  "seed-stopped": "lift-stop",
  "seed-silent": "start-gardenlet",
} as const satisfies { readonly [Id in ReconcileBlockerId]: NextStep };

/** Reasons why Gardener does not execute the hibernation schedules. */
export const scheduleNoteIds = ["schedules-skipped", "schedules-unreadable", "schedule-never-comes"] as const;
export type ScheduleNoteId = (typeof scheduleNoteIds)[number];

/** Further notes of a diagnosis, independent of its subject. */
export type DiagnosisNote =
  /** The ignore annotation is set outside the namespace `garden`, where it applies only if the operator enables it. */
  | { readonly id: "perhaps-ignored" }
  | { readonly id: "changes-held" }
  | { readonly id: "lifetime-ends"; readonly at: string }
  | { readonly id: "lifetime-unreadable"; readonly text: string }
  | { readonly id: ScheduleNoteId };

/**
 * The diagnosis of a Shoot as data: what happens, since when, who has to act, and what comes next. UI components turn
 * it into text.
 */
export interface Diagnosis {
  readonly health: HealthStatus;
  readonly subject: DiagnosisSubject;
  /** Since when the diagnosed state lasts: RFC 3339, as received; absent when unknown. */
  readonly since?: string;
  /** Whole seconds from `since` to now, never negative. */
  readonly forSeconds?: number;
  readonly turn: ResponsibleRole;
  readonly next: NextStep;
  readonly notes: readonly DiagnosisNote[];
  /** Error codes of the last errors and of conditions that are not True. */
  readonly codes: readonly string[];
  /** Who has to fix the problems behind the error codes. */
  readonly fixer?: RemedyRole;
  /** Types of the Shoot's conditions that are not fine, whatever the subject of the diagnosis. */
  readonly conditions: readonly string[];
  /** Types of the Shoot's constraints that report a problem. */
  readonly constraints: readonly string[];
}

const turnsOfFixers = {
  user: "Owner",
  provider: "Provider",
  operator: "Operator",
  gardener: "Gardener",
} as const satisfies Readonly<Record<RemedyRole, ResponsibleRole>>;

/** Who has to act on a cluster, derived from who has to fix its problem. */
export function responsibleRoleOf(fixer: RemedyRole | undefined, otherwise: ResponsibleRole): ResponsibleRole {
  return fixer === undefined ? otherwise : turnsOfFixers[fixer];
}
