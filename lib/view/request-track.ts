import type { OperationProgress } from "./operation-progress.ts";
import { progressWords } from "./progress-words.ts";

export interface TrackStop {
  readonly words: string;
  readonly state: "done" | "current" | "ahead" | "good" | "failed";
}

const stops = ["Requested", "Accepted", "Running"] as const;
const reached: Readonly<Record<OperationProgress["step"], number>> = {
  sending: -1,
  refused: -1,
  uncertain: -1,
  requested: 0,
  accepted: 1,
  "no-result": 1,
  running: 2,
  retrying: 3,
  succeeded: 3,
  failed: 3,
  gone: 3,
};

/** The stations of a request and how far it has been seen to come. */
export function trackOf(progress: OperationProgress): readonly TrackStop[] {
  const at = reached[progress.step];
  const way = stops.map<TrackStop>((words, index) => {
    const current = index === at;
    return {
      words: current ? progressWords(progress) : words,
      state: current ? "current" : index < at ? "done" : "ahead",
    };
  });
  return [...way, endOf(progress)];
}

function endOf(progress: OperationProgress): TrackStop {
  switch (progress.step) {
    case "succeeded":
      return { words: "Succeeded", state: "good" };
    case "failed":
    case "retrying":
    case "gone":
      return { words: progressWords(progress), state: "failed" };
    default:
      return { words: "Result", state: "ahead" };
  }
}
