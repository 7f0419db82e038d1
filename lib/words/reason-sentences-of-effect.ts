import { viewOnlySentence } from "./party-words.ts";
import type { ReasonSentences } from "./reason-sentence.ts";

/** What is accepted without effect now, and who may do what. */
export const effectSentences = {
  "failed-needs-retry": () => "The last operation has failed: nothing happens until it is retried.",
  "not-failed": () => "The last operation has not failed, so there is nothing to retry.",
  "never-reconciled": () => "Gardener has not worked on this cluster yet, so nothing happens for now.",
  "emergency-stop": () => "The operator has stopped all work on the Seed of this cluster, so nothing happens for now.",
  ignored: ({ certain }) =>
    certain
      ? "Gardener is told to ignore this cluster, so nothing happens for now."
      : "Gardener may have been told to ignore this cluster; then nothing happens for now.",
  "ssh-disabled": () => "SSH access to the nodes is switched off.",
  workerless: () => "The cluster has no worker pools.",
  "rbac-missing": ({ verb, resource }) =>
    verb === "patch" && resource === "shoots" ? viewOnlySentence : "Your role in this project does not allow it.",
} as const satisfies Partial<ReasonSentences>;
