import { type Message, message, text } from "#lib/language/text.ts";
import type { ActTrace } from "./act-trace.ts";
import type { ActProgress } from "./operation-progress.ts";
import { progressLabel } from "./progress-labels.ts";

export interface ProgressStep {
  readonly words: string;
  readonly state: "done" | "current" | "ahead" | "good" | "failed";
}

/** Progress steps before the result, per kind of action. `reached` maps each progress state to one of them. */
const requested = message("Requested");
const running = message("Running");
const ways = {
  run: [requested, message("Accepted"), running],
  window: [requested, message("Waits for the window"), running],
  planned: [requested],
  saved: [requested],
} as const;

type Way = keyof typeof ways;

const reached: Readonly<Record<ActProgress["step"], number>> = {
  sending: -1,
  refused: -1,
  uncertain: -1,
  requested: 0,
  accepted: 1,
  waiting: 1,
  held: 1,
  "no-result": 1,
  running: 2,
  scheduled: 3,
  retrying: 3,
  succeeded: 3,
  deleted: 3,
  failed: 3,
  gone: 3,
};

interface TrackedAct {
  readonly trace: ActTrace;
  readonly window?: unknown;
}

/** Returns the progress steps of an action with their states, for a stepper. */
export function progressStepsOf(act: TrackedAct, progress: ActProgress): readonly ProgressStep[] {
  const at = reached[progress.step];
  const stops = ways[wayOf(act)].map<ProgressStep>((words, index) => {
    const current = index === at;
    return {
      words: current ? progressLabel(progress) : text(words),
      state: current ? "current" : index < at ? "done" : "ahead",
    };
  });
  return [...stops, endOf(progress, wayOf(act))];
}

function wayOf({ trace, window }: TrackedAct): Way {
  if (trace.kind === "operation" && trace.when === "in-window") return "planned";
  if (trace.kind === "unschedule" || (trace.kind === "change" && !trace.ofSpec)) return "saved";
  return window === undefined ? "run" : "window";
}

const result = message("Result");
const saved = message("Saved");
const ends: Readonly<Record<Way, Message>> = { run: result, window: result, planned: message("Scheduled"), saved };

function endOf(progress: ActProgress, way: Way): ProgressStep {
  switch (progress.step) {
    case "succeeded":
      return { words: way === "saved" ? text(saved) : progressLabel(progress), state: "good" };
    case "scheduled":
    case "deleted":
      return { words: progressLabel(progress), state: "good" };
    case "failed":
    case "retrying":
    case "gone":
      return { words: progressLabel(progress), state: "failed" };
    default:
      return { words: text(ends[way]), state: "ahead" };
  }
}
