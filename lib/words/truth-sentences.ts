import { type Message, message, text } from "#lib/language/text.ts";
import type { NextStep, Truth, TruthSubject, TruthSubjectId } from "#lib/policy/status/truth.ts";
import { minuteMs } from "../kube/time-units.ts";
import { wordsOfCondition } from "./condition-sentences.ts";
import { wordsOfErrorCode } from "./error-code-sentences.ts";
import { formatDuration } from "./format-time.ts";
import { familyName, listed } from "./words.ts";

type SubjectSentences = { readonly [Id in TruthSubjectId]: (facts: TruthSubject<Id>) => string };

function soFar(state: string, progress: number | undefined): string {
  return progress === undefined ? state : text("{state}, {progress} %", { state, progress });
}

/** What is the case, without a full stop. */
const subjectSentences: SubjectSentences = {
  "never-reconciled": ({ scheduled }) =>
    scheduled ? text("Waiting for Gardener to start") : text("Waiting for a Seed"),
  "not-scheduled": () => text("No Seed could be found for the cluster"),
  skipped: ({ ignored }) =>
    ignored ? text("Gardener is told to ignore the cluster") : text("Gardener does not reconcile the cluster"),
  creating: ({ progress }) => soFar(text("Being created"), progress),
  reconciling: ({ progress }) => soFar(text("Being reconciled"), progress),
  hibernating: ({ progress }) => soFar(text("Going to sleep"), progress),
  "waking-up": ({ progress }) => soFar(text("Waking up"), progress),
  deleting: ({ progress }) => soFar(text("Being deleted"), progress),
  "deletion-requested": () => text("Deletion requested"),
  migrating: ({ progress }) => soFar(text("The control plane is moving away"), progress),
  restoring: ({ progress }) => soFar(text("The control plane is being restored"), progress),
  retrying: ({ operation }) =>
    operation ? text("{operation} failed, retrying", { operation }) : text("The last operation failed, retrying"),
  failed: ({ operation }) =>
    operation ? text("{operation} failed", { operation }) : text("The last operation failed"),
  "deletion-failed": () => text("The deletion failed"),
  "conditions-failing": () => text("Unhealthy"),
  "conditions-unknown": () => text("Gardener does not know the cluster's health"),
  "conditions-progressing": () => text("Being checked"),
  "constraints-failing": () => text("Healthy, with findings"),
  "change-pending": () => text("A change is waiting for Gardener"),
  "rotation-waits": ({ family }) => text("Rotation of the {family} waiting", { family: familyName(family) }),
  hibernated: () => text("Hibernated"),
  healthy: () => text("Healthy"),
  unrecognised: ({ type, state }) => unrecognisedSentence([type, state].filter((word) => word !== undefined)),
};

function unrecognisedSentence(words: readonly string[]): string {
  return words.length === 0
    ? text("In an operation that says neither its type nor its state")
    : text("In an operation that Almanac does not know ({words})", { words: listed(words) });
}

/** What comes next, as one sentence; undefined where nothing does. */
export const nextStepWords = {
  nothing: undefined,
  wait: message("No action needed."),
  "wait-for-window": message("It is rolled out in the next maintenance window."),
  "fix-and-wait": message("Fix the cause. Gardener retries automatically."),
  "fix-and-retry": message("Fix the cause, then retry."),
  retry: message("Retry, or ask the operator if it fails again."),
  "force-delete-or-fix": message("Fix the cause and retry, or force the deletion."),
  "look-at-conditions": message("Check the conditions."),
  "look-at-constraints": message("Check the constraints."),
  "update-clients-and-complete": message("Update all clients, then complete the rotation."),
  "complete-rotation": message("Complete the rotation."),
  "roll-pools": message("Roll the pools that are waiting."),
  "select-nodes": message("Select the nodes to update."),
  "ask-operator": message("Ask the operator."),
} as const satisfies { readonly [Step in NextStep]: Message | undefined };

function subjectSentence<Id extends TruthSubjectId>(subject: TruthSubject<Id>): string {
  const say: (facts: TruthSubject<Id>) => string = subjectSentences[subject.id];
  return say(subject);
}

/** The sentence of truth in its parts, so that a screen can set them apart. */
export interface TruthWords {
  /** `Unhealthy for 42 min: Nodes`. */
  readonly headline: string;
  /** What the error codes mean, one sentence each. */
  readonly causes: readonly string[];
  readonly next: string;
}

/** A failure has a moment, everything else lasts. What has just begun lasts no time worth saying. */
function lastingSentence(subject: TruthSubjectId, state: string, lengthMs: number): string {
  const isPast = subject === "failed" || subject === "deletion-failed";
  if (lengthMs < minuteMs) return isPast ? text("{state} just now", { state }) : state;
  const length = formatDuration(lengthMs);
  return isPast ? text("{state} {length} ago", { state, length }) : text("{state} for {length}", { state, length });
}

/** How it is and since when, without a full stop. */
function standingOf({ subject, turn, forSeconds }: Truth, forNow: boolean): string {
  const state = subjectSentence(subject);
  if (forNow) return text("{state} now", { state });
  return forSeconds === undefined || turn === "Nobody" ? state : lastingSentence(subject.id, state, forSeconds * 1000);
}

/** Says how a cluster is, since when, why, and what comes next. Who acts is said by `wordsOfParty`. `forNow`: more is to come. */
export function wordsOfTruth(truth: Truth, forNow = false): TruthWords {
  const { conditions, codes } = truth;
  const state = standingOf(truth, forNow);
  const about = truth.subject.id.startsWith("conditions-") && conditions.length > 0;
  const next = nextStepWords[truth.next];
  return {
    headline: about
      ? text("{state}: {names}.", { state, names: listed(conditions.map((type) => wordsOfCondition(type).name)) })
      : text("{state}.", { state }),
    causes: codes.map((code) => wordsOfErrorCode(code).meaning),
    next: next === undefined ? "" : text(next),
  };
}
