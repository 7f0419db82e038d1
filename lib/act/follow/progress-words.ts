import type { OperationProgress } from "./operation-progress.ts";

/** The state of an act in a word or two, for cells and buttons. */
export function progressWords(progress: OperationProgress): string {
  switch (progress.step) {
    case "sending":
      return "Sending";
    case "refused":
      return "Refused";
    case "uncertain":
      return "Not known whether it arrived";
    case "requested":
      return "Requested";
    case "accepted":
      return "Accepted";
    case "scheduled":
      return "Scheduled for the next window";
    case "waiting":
      return "Waits for the next window";
    case "running":
      return progress.progress === undefined ? "Running" : `Running ${progress.progress} %`;
    case "succeeded":
      return "Succeeded";
    case "deleted":
      return "Deleted";
    case "retrying":
      return "Failed, retrying";
    case "failed":
      return "Failed";
    case "no-result":
      return "No result reported";
    case "gone":
      return "The cluster is gone";
    default:
      progress satisfies never;
      return "";
  }
}
