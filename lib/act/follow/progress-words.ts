import { text } from "#lib/language/text.ts";
import type { OperationProgress } from "./operation-progress.ts";

/** The state of an act in a word or two, for cells and buttons. */
export function progressWords(progress: OperationProgress): string {
  switch (progress.step) {
    case "sending":
      return text("Sending");
    case "refused":
      return text("Refused");
    case "uncertain":
      return text("Not known whether it arrived");
    case "requested":
      return text("Requested");
    case "accepted":
      return text("Accepted");
    case "scheduled":
      return text("Scheduled for the next window");
    case "waiting":
      return text("Waits for the next window");
    case "held":
      return text("Held back");
    case "running":
      return progress.progress === undefined
        ? text("Running")
        : text("Running {percent} %", { percent: progress.progress });
    case "succeeded":
      return text("Succeeded");
    case "deleted":
      return text("Deleted");
    case "retrying":
      return text("Failed, retrying");
    case "failed":
      return text("Failed");
    case "no-result":
      return text("No result reported");
    case "gone":
      return text("The cluster is gone");
    default:
      progress satisfies never;
      return "";
  }
}

/** The same within a sentence, of an act that is under way. */
export function underWayWords(progress: OperationProgress): string {
  switch (progress.step) {
    case "sending":
      return text("sending");
    case "requested":
      return text("requested");
    case "accepted":
      return text("accepted");
    case "running":
      return progress.progress === undefined
        ? text("running")
        : text("running {percent} %", { percent: progress.progress });
    default:
      return progressWords(progress);
  }
}
