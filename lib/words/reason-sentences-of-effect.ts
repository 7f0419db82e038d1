import { text } from "#lib/language/text.ts";
import { viewOnlySentence } from "./party-words.ts";
import type { ReasonSentences } from "./reason-sentence.ts";
import { listed } from "./words.ts";

/** What is accepted without effect now, and who may do what. */
export const effectSentences = {
  "failed-needs-retry": () => text("The last operation has failed: nothing happens until it is retried."),
  "not-failed": () => text("The last operation has not failed, so there is nothing to retry."),
  "never-reconciled": () => text("Gardener has not worked on this cluster yet, so nothing happens for now."),
  "run-refused-while-waking": ({ operations }) =>
    text(
      "The garden would refuse the whole maintenance run, to which {operations} belongs: not possible while the cluster wakes up. Wait until it is awake.",
      { operations: listed(operations) },
    ),
  "run-refused-while-asleep": ({ operations }) =>
    text(
      "The garden would refuse the whole maintenance run, to which {operations} belongs: not possible in a hibernated cluster.",
      { operations: listed(operations) },
    ),
  "emergency-stop": () =>
    text(
      "The operator has stopped all work on the Seed of this cluster: the request is accepted, and nothing happens until the stop is lifted.",
    ),
  ignored: () =>
    text(
      "Gardener is told to ignore this cluster: the request is accepted, and nothing happens until the annotation is removed and somebody presses Reconcile.",
    ),
  "leaving-seed": () =>
    text(
      "The control plane is moving to another Seed: the request is accepted, and nothing happens until the move is over.",
    ),
  "seed-silent": () =>
    text(
      "Nothing is heard from the gardenlet of the cluster's Seed: the request is accepted, and nothing happens until it is back.",
    ),
  "seed-not-ready": () =>
    text(
      "The Seed of this cluster is not ready: the request is accepted, and nothing happens until it is. Gardener asks every 15 seconds.",
    ),
  "ssh-disabled": () => text("SSH access to the nodes is switched off."),
  workerless: () => text("The cluster has no worker pools."),
  "rbac-missing": ({ verb, resource }) =>
    verb === "patch" && resource === "shoots"
      ? text(viewOnlySentence)
      : text("Your role in this project does not allow it."),
} as const satisfies Partial<ReasonSentences>;
