import { text } from "#lib/language/text.ts";
import type { DiagnosisSubject } from "#lib/policy/next/diagnosis.ts";
import type { RowOperationState } from "#lib/policy/next/row-operation.ts";
import type { ParsedLastOperation } from "#lib/policy/status/last-operation.ts";

/**
 * Describes the state of the last operation, for display after its type: its progress, and whether it continues.
 *
 * @param subject state of the cluster apart from the end of its lifetime
 */
export function operationProgressLabel(
  { meaning, state, unknownState, progress }: ParsedLastOperation,
  course: RowOperationState,
  subject: DiagnosisSubject,
): string {
  switch (meaning) {
    case "running":
      return progress === undefined ? text("is running") : text("is running, {progress} %", { progress });
    case "finished":
      return text("succeeded");
    case "retrying":
      if (course === "held") return text("failed, and does not continue for now");
      return text("Failed, retrying", {}, "predicate");
    case "stopped":
      if (course === "held") return text("failed, and does not continue for now");
      if (course === "begins-again") return text("failed, and is about to be tried again");
      if (subject.id === "failed" && (subject.retriedAutomatically || subject.retriedInWindow)) return text("failed");
      return text("Failed. Gardener will not retry automatically.");
    case "aborted":
      return text("was interrupted by a restart of Gardener");
    case "not-scheduled":
      return text("waits for a seed");
    case "skipped":
      return text("is held back");
    default:
      return text("is in a state that this build does not know: {state}", {
        state: unknownState ?? state ?? text("none given"),
      });
  }
}
