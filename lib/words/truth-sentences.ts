import type { NextStep, Truth, TruthSubject, TruthSubjectId } from "#lib/policy/status/truth.ts";
import { minuteMs } from "../kube/time-units.ts";
import { wordsOfCondition } from "./condition-sentences.ts";
import { wordsOfErrorCode } from "./error-code-sentences.ts";
import { formatDuration } from "./format-time.ts";
import { familyName, listed } from "./words.ts";

type SubjectSentences = { readonly [Id in TruthSubjectId]: (facts: TruthSubject<Id>) => string };

function percent(progress: number | undefined): string {
  return progress === undefined ? "" : `, ${progress} %`;
}

/** What is the case, without a full stop. */
const subjectSentences: SubjectSentences = {
  "never-reconciled": ({ scheduled }) => (scheduled ? "Waiting for Gardener to start" : "Waiting for a Seed"),
  "not-scheduled": () => "No Seed could be found for the cluster",
  skipped: ({ ignored }) =>
    ignored ? "Gardener is told to ignore the cluster" : "Gardener does not reconcile the cluster",
  creating: ({ progress }) => `Being created${percent(progress)}`,
  reconciling: ({ progress }) => `Being reconciled${percent(progress)}`,
  hibernating: ({ progress }) => `Going to sleep${percent(progress)}`,
  "waking-up": ({ progress }) => `Waking up${percent(progress)}`,
  deleting: ({ progress }) => `Being deleted${percent(progress)}`,
  "deletion-requested": () => "Deletion requested",
  migrating: ({ progress }) => `The control plane is moving away${percent(progress)}`,
  restoring: ({ progress }) => `The control plane is being restored${percent(progress)}`,
  retrying: ({ operation }) => `${operation || "The last operation"} failed, retrying`,
  failed: ({ operation }) => `${operation || "The last operation"} failed`,
  "deletion-failed": () => "The deletion failed",
  "conditions-failing": () => "Unhealthy",
  "conditions-unknown": () => "Gardener does not know the cluster's health",
  "conditions-progressing": () => "Being checked",
  "constraints-failing": () => "Healthy, with findings",
  "change-pending": () => "A change is waiting for Gardener",
  "rotation-waits": ({ family }) => `Rotation of the ${familyName(family)} waiting`,
  hibernated: () => "Hibernated",
  healthy: () => "Healthy",
  unrecognised: ({ type, state }) =>
    `The last operation reads ${listed([type, state].filter((word) => word !== undefined)) || "nothing"}, which Almanac does not know`,
};

/** What comes next, as one sentence; the empty text where nothing does. */
export const nextStepWords = {
  nothing: "",
  wait: "No action needed.",
  "wait-for-window": "It is rolled out in the next maintenance window.",
  "fix-and-wait": "Fix the cause. Gardener retries automatically.",
  "fix-and-retry": "Fix the cause, then retry.",
  retry: "Retry, or ask the operator if it fails again.",
  "force-delete-or-fix": "Fix the cause and retry, or force the deletion.",
  "look-at-conditions": "Check the conditions.",
  "look-at-constraints": "Check the constraints.",
  "update-clients-and-complete": "Update all clients, then complete the rotation.",
  "complete-rotation": "Complete the rotation.",
  "roll-pools": "Roll the pools that are waiting.",
  "select-nodes": "Select the nodes to update.",
  "ask-operator": "Ask the operator.",
} as const satisfies { readonly [Step in NextStep]: string };

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
function lastingWords(subject: TruthSubjectId, lengthMs: number): string {
  const isPast = subject === "failed" || subject === "deletion-failed";
  if (lengthMs < minuteMs) return isPast ? " just now" : "";
  const length = formatDuration(lengthMs);
  return isPast ? ` ${length} ago` : ` for ${length}`;
}

/** Says how a cluster is, since when, why, and what comes next. Who acts is said by `wordsOfParty`. `forNow`: more is to come. */
export function wordsOfTruth(truth: Truth, forNow = false): TruthWords {
  const { forSeconds, conditions, codes } = truth;
  const lasting =
    forSeconds === undefined || truth.turn === "Nobody" ? "" : lastingWords(truth.subject.id, forSeconds * 1000);
  const about = truth.subject.id.startsWith("conditions-") && conditions.length > 0;
  const names = about ? `: ${listed(conditions.map((type) => wordsOfCondition(type).name))}` : "";
  return {
    headline: `${subjectSentence(truth.subject)}${forNow ? " now" : lasting}${names}.`,
    causes: codes.map((code) => wordsOfErrorCode(code).meaning),
    next: nextStepWords[truth.next],
  };
}
