import { minuteMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { Diagnosis, DiagnosisNote, DiagnosisSubject, DiagnosisSubjectId } from "#lib/policy/next/diagnosis.ts";
import type { BlockedWork } from "#lib/policy/next/reconcile-blocker.ts";
import type { DisplayClock } from "./clock.ts";
import { describeCondition } from "./condition-descriptions.ts";
import { describeErrorCode } from "./error-code-descriptions.ts";
import { formatList, rotationFamilyLabel } from "./format-list.ts";
import { formatDateTime, formatDuration } from "./format-time.ts";
import { nextStepDescriptions } from "./state/next-step-descriptions.ts";

type SubjectDescriptions = {
  readonly [Id in DiagnosisSubjectId]: (facts: DiagnosisSubject<Id>, clock: DisplayClock) => string;
};

function soFar(state: string, progress: number | undefined): string {
  return progress === undefined ? state : text("{state}, {progress} %", { state, progress });
}

/** Descriptions of each state of a cluster as a clause, without a full stop. */
const subjectDescriptions: SubjectDescriptions = {
  "never-reconciled": neverReconciledDescription,
  "not-scheduled": () => text("No Seed could be found for the cluster"),
  skipped: () => text("Gardener does not reconcile the cluster"),
  ignored: () => text("Gardener is told to ignore the cluster"),
  "seed-stopped": ({ seed }) =>
    text("The operator has stopped all reconciliations on the Seed {seed}", { seed: seed ?? "" }),
  "seed-silent": ({ seed }) =>
    text("Nothing has been heard from the gardenlet of the Seed {seed}", { seed: seed ?? "" }),
  "seed-not-ready": ({ seed }) => text("Waiting for the Seed {seed} to become ready", { seed: seed ?? "" }),
  creating: ({ progress }) => soFar(text("Being created"), progress),
  reconciling: ({ progress }) => soFar(text("Being reconciled"), progress),
  hibernating: ({ progress }) => soFar(text("Going to sleep"), progress),
  "waking-up": ({ progress }) => soFar(text("Waking up"), progress),
  deleting: ({ progress }) => soFar(text("Being deleted"), progress),
  migrating: ({ progress }) => soFar(text("The control plane is moving away"), progress),
  restoring: ({ progress }) => soFar(text("The control plane is being restored"), progress),
  resuming: ({ operation }) =>
    operation
      ? text("{operation} was interrupted by a restart of Gardener, and is taken up again", { operation })
      : text("The last operation was interrupted by a restart of Gardener, and is taken up again"),
  "about-to-retry": ({ operation }) =>
    operation
      ? text("The last operation failed, and Gardener is about to try again ({operation})", { operation })
      : text("The last operation failed, and Gardener is about to try again"),
  retrying: ({ operation }) =>
    operation ? text("{operation} failed, retrying", { operation }) : text("The last operation failed, retrying"),
  failed: ({ operation }) =>
    operation ? text("{operation} failed", { operation }) : text("The last operation failed"),
  "deletion-requested": () => text("Deletion requested"),
  "deletion-ends": () => text("Being deleted: nothing is left to clean up"),
  "deletion-failed": () => text("The deletion failed"),
  "held-by-finalizer": ({ finalizers }) =>
    text("Gardener has finished the deletion; what keeps the cluster is {finalizers}", {
      finalizers: formatList(finalizers),
    }),
  "waits-for-bastions": () => text("Waiting for its Bastions, which Gardener deletes first"),
  "leaving-seed": ({ from, to, ready }) =>
    ready
      ? text("The control plane is about to move from the Seed {from} to {to}", { from, to })
      : text("The control plane is to move from the Seed {from} to {to}, which is not ready for it", { from, to }),
  "moved-away": ({ to }) =>
    to === undefined
      ? text("The control plane has left its Seed and is about to be restored")
      : text("The control plane has left its Seed and is about to be restored on {to}", { to }),
  "conditions-failing": () => text("Unhealthy"),
  "conditions-unknown": () => text("Gardener does not know the cluster's health"),
  "conditions-progressing": () => text("Being checked"),
  "constraints-failing": () => text("Healthy, with findings"),
  "change-pending": ({ confined, overdue }) => {
    if (overdue) return text("A change has not been taken up by Gardener");
    return confined
      ? text("A change is about to be rolled out, with all changes that wait for the window")
      : text("A change is about to be rolled out");
  },
  "changes-held": () => text("Changes wait for the maintenance window; the cluster does not have them yet"),
  "rotation-waits": ({ family }) => rotationWaitsLabel(family),
  "lifetime-ends": ({ at }, clock) => lifetimeDescription(at, clock),
  hibernated: () => text("Hibernated"),
  healthy: () => text("Healthy"),
  unrecognised: ({ type, state }) => unrecognisedDescription([type, state].filter((word) => word !== undefined)),
};

/** Says that a rotation waits for somebody, as a clause without a full stop. */
export function rotationWaitsLabel(family: string): string {
  return text("Rotation of the {family} waiting", { family: rotationFamilyLabel(family) });
}

function neverReconciledDescription({ scheduled, scheduler, overdue }: DiagnosisSubject<"never-reconciled">): string {
  if (scheduler !== undefined) return text("Waiting for the scheduler {scheduler}", { scheduler });
  if (scheduled) {
    return overdue ? text("Gardener has not begun to create the cluster") : text("Waiting for Gardener to start");
  }
  return overdue ? text("No scheduler has looked for a Seed") : text("Waiting for a Seed");
}

function lifetimeDescription(at: string, clock: DisplayClock): string {
  return text("Gardener deletes this cluster at {at}, up to an hour later", {
    at: formatDateTime(Date.parse(at), clock),
  });
}

/** Labels of the work that waits while Gardener is held back from reconciling a cluster. */
const waitingLabels = {
  deletion: message("Meanwhile it is not deleted."),
  change: message("Meanwhile the change that waits is not rolled out."),
  operation: message("Meanwhile its last operation does not go on."),
} as const satisfies { readonly [Work in BlockedWork]: Message };

const noteDescriptions = {
  "perhaps-ignored": message(
    "An annotation tells Gardener to ignore the cluster. It has no effect unless the operator allows it.",
  ),
  "changes-held": message("Changes wait for the maintenance window; the cluster does not have them yet."),
  "schedules-skipped": message("Meanwhile its hibernation schedules are skipped, and not made up for."),
  "schedules-unreadable": message("Gardener executes none of its hibernation schedules: it cannot read one of them."),
  "schedule-never-comes": message(
    "One of its hibernation schedules never comes. Gardener executes none of them until it is removed and the controller-manager is restarted.",
  ),
} as const satisfies { readonly [Id in DiagnosisNote["id"]]?: Message };

/** Describes an additional note about a cluster's state. */
export function describeDiagnosisNote(note: DiagnosisNote, clock: DisplayClock): string {
  if (note.id === "lifetime-ends") return text("{sentence}.", { sentence: lifetimeDescription(note.at, clock) });
  if (note.id !== "lifetime-unreadable") return text(noteDescriptions[note.id]);
  return text("The end of its lifetime cannot be read ({value}), so Gardener does not delete it.", {
    value: note.text,
  });
}

function unrecognisedDescription(words: readonly string[]): string {
  return words.length === 0
    ? text("In an operation that says neither its type nor its state")
    : text("In an operation that Almanac does not know ({words})", { words: formatList(words) });
}

function subjectDescription<Id extends DiagnosisSubjectId>(subject: DiagnosisSubject<Id>, clock: DisplayClock): string {
  const say: (facts: DiagnosisSubject<Id>, clock: DisplayClock) => string = subjectDescriptions[subject.id];
  return say(subject, clock);
}

/** Description of a cluster's state as separate texts, so that a page can style them differently. */
export interface DiagnosisDescription {
  /** State with its duration and the failing conditions: `Unhealthy for 42 min: Nodes`. */
  readonly headline: string;
  /** Explanations of the error codes, one sentence each. */
  readonly causes: readonly string[];
  /** Further notes about the state, one sentence each. */
  readonly notes: readonly string[];
  readonly next: string;
}

/** States that are described without a duration, because it is shown elsewhere, or says nothing. */
const timeless: ReadonlySet<DiagnosisSubjectId> = new Set([
  "resuming",
  "about-to-retry",
  "deletion-ends",
  "held-by-finalizer",
  "leaving-seed",
  "moved-away",
  "changes-held",
  "lifetime-ends",
]);

/** Describes a state with its time: "ago" for failures, "for" for all others; no time below a minute. */
function lastingDescription(subject: DiagnosisSubjectId, state: string, lengthMs: number): string {
  const isPast = subject === "failed" || subject === "deletion-failed";
  if (lengthMs < minuteMs) return isPast ? text("{state} just now", { state }) : state;
  const length = formatDuration(lengthMs);
  return isPast ? text("{state} {length} ago", { state, length }) : text("{state} for {length}", { state, length });
}

interface Telling {
  readonly clock: DisplayClock;
  /** Set when the work continues after this state. */
  readonly forNow?: boolean;
}

/** State and duration as a clause, without a full stop. */
function statusOf({ subject, turn, forSeconds }: Diagnosis, { clock, forNow = false }: Telling): string {
  const state = subjectDescription(subject, clock);
  if (forNow) return text("{state} now", { state });
  if (forSeconds === undefined || turn === "Nobody" || timeless.has(subject.id)) return state;
  return lastingDescription(subject.id, state, forSeconds * 1000);
}

function causesOf({ subject, codes }: Diagnosis): readonly string[] {
  const waiting = "waiting" in subject && subject.waiting ? [text(waitingLabels[subject.waiting])] : [];
  return [...waiting, ...codes.map((code) => describeErrorCode(code))];
}

/** Texts for a cluster's state: what, since when, why, and what is next. `describeResponsibleParty` says who acts. */
export function describeDiagnosis(truth: Diagnosis, telling: Telling): DiagnosisDescription {
  const { conditions } = truth;
  const state = statusOf(truth, telling);
  const about = truth.subject.id.startsWith("conditions-") && conditions.length > 0;
  const next = nextStepDescriptions[truth.next];
  return {
    headline: about
      ? text("{state}: {names}.", { state, names: formatList(conditions.map((type) => describeCondition(type).name)) })
      : text("{state}.", { state }),
    causes: causesOf(truth),
    notes: truth.notes.map((note) => describeDiagnosisNote(note, telling.clock)),
    next: next === undefined ? "" : text(next),
  };
}
