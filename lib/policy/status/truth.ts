import type { Fixer } from "./error-codes.ts";
import type { LastOperationType } from "./last-operation.ts";
import type { HealthStatus } from "./status-label.ts";

/**
 * Whose turn it is, whoever looks: the Owner stands for everybody who may change the cluster. Gardener needs nobody; Nobody
 * when nothing has to be done. `whoActs` names the person.
 */
export const turns = ["Owner", "Gardener", "Operator", "Provider", "Nobody"] as const;
export type Turn = (typeof turns)[number];

/** The operation the sentence speaks of; the wire's own word when this build does not know it. */
export type OperationWord = LastOperationType | (string & {});

/** What the sentence of truth is about, with the facts that its words need. */
export interface TruthSubjectFacts {
  "never-reconciled": { readonly scheduled: boolean };
  "not-scheduled": { readonly description: string | undefined };
  skipped: { readonly ignored: boolean };
  creating: { readonly progress: number | undefined };
  reconciling: { readonly progress: number | undefined };
  hibernating: { readonly progress: number | undefined };
  "waking-up": { readonly progress: number | undefined };
  deleting: { readonly progress: number | undefined };
  "deletion-requested": object;
  migrating: { readonly progress: number | undefined };
  restoring: { readonly progress: number | undefined };
  retrying: { readonly operation: OperationWord; readonly failsAt: string | undefined };
  failed: { readonly operation: OperationWord; readonly retriedAutomatically: boolean };
  "deletion-failed": { readonly forceDeletionPossible: boolean };
  "conditions-failing": object;
  "conditions-unknown": object;
  "conditions-progressing": object;
  "constraints-failing": object;
  "change-pending": object;
  "rotation-waits": { readonly family: string; readonly phase: string };
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
  "creating",
  "reconciling",
  "hibernating",
  "waking-up",
  "deleting",
  "deletion-requested",
  "migrating",
  "restoring",
  "retrying",
  "failed",
  "deletion-failed",
  "conditions-failing",
  "conditions-unknown",
  "conditions-progressing",
  "constraints-failing",
  "change-pending",
  "rotation-waits",
  "hibernated",
  "healthy",
  "unrecognised",
] as const satisfies readonly TruthSubjectId[];

/** What to do next. `wait` means that Gardener continues without anybody's help. */
export const nextSteps = [
  "nothing",
  "wait",
  "wait-for-window",
  "fix-and-wait",
  "fix-and-retry",
  "retry",
  "force-delete-or-fix",
  "look-at-conditions",
  "look-at-constraints",
  "update-clients-and-complete",
  "complete-rotation",
  "roll-pools",
  "select-nodes",
  "ask-operator",
] as const;
export type NextStep = (typeof nextSteps)[number];

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
  /** Error codes of the last errors and of conditions that are not True. */
  readonly codes: readonly string[];
  /** Who has to mend these codes. */
  readonly fixer?: Fixer;
  /** Types of the conditions that are not fine, whatever the subject is. */
  readonly conditions: readonly string[];
  /** Types of the constraints that are findings. */
  readonly constraints: readonly string[];
}

/** The turn of the person who has to mend a problem. */
export function turnOf(fixer: Fixer | undefined, otherwise: Turn): Turn {
  switch (fixer) {
    case "user":
      return "Owner";
    case "provider":
      return "Provider";
    case "operator":
      return "Operator";
    case "gardener":
      return "Gardener";
    case undefined:
      return otherwise;
    default:
      return fixer satisfies never;
  }
}
