import { type Message, message, text } from "#lib/language/text.ts";
import type { ActProgress } from "./operation-progress.ts";

const labels: Readonly<Record<ActProgress["step"], Message>> = {
  sending: message("Sending"),
  refused: message("Refused"),
  uncertain: message("Not known whether it arrived"),
  requested: message("Requested"),
  accepted: message("Accepted"),
  scheduled: message("Scheduled for the next window"),
  waiting: message("Waits for the next window"),
  held: message("Held back"),
  running: message("Running"),
  succeeded: message("Succeeded"),
  deleted: message("Deleted"),
  retrying: message("Failed, retrying"),
  failed: message("Failed"),
  "no-result": message("No result reported"),
  gone: message("The cluster is gone"),
};

/** Returns a short label for the progress of an action, for cells and buttons. */
export function progressLabel(progress: ActProgress): string {
  return progress.step === "running" && progress.progress !== undefined
    ? text("Running {percent} %", { percent: progress.progress })
    : text(labels[progress.step]);
}

/** Returns a label for the progress of a running action, for use within a sentence. */
export function inlineProgressLabel(progress: ActProgress): string {
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
      return progressLabel(progress);
  }
}
