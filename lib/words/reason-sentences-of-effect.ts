import { text } from "#lib/language/text.ts";
import { viewOnlySentence } from "./party-words.ts";
import type { ReasonSentences } from "./reason-sentence.ts";

/** What is accepted without effect now, and who may do what. */
export const effectSentences = {
  "failed-needs-retry": () => text("The last operation has failed: nothing happens until it is retried."),
  "not-failed": () => text("The last operation has not failed, so there is nothing to retry."),
  "never-reconciled": () => text("Gardener has not worked on this cluster yet, so nothing happens for now."),
  "emergency-stop": () =>
    text("The operator has stopped all work on the Seed of this cluster, so nothing happens for now."),
  ignored: ({ certain }) =>
    certain
      ? text("Gardener is told to ignore this cluster, so nothing happens for now.")
      : text("Gardener may have been told to ignore this cluster; then nothing happens for now."),
  "ssh-disabled": () => text("SSH access to the nodes is switched off."),
  workerless: () => text("The cluster has no worker pools."),
  "rbac-missing": ({ verb, resource }) =>
    verb === "patch" && resource === "shoots"
      ? text(viewOnlySentence)
      : text("Your role in this project does not allow it."),
} as const satisfies Partial<ReasonSentences>;
