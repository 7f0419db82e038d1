import type { FleetRow } from "#lib/contract/fleet.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import type { Role } from "#lib/words/version-stage.ts";
import type { BulkCluster, BulkRun, Phase, StopRule } from "./bulk-run.ts";

/** The state of a cluster in a run, in a word or two. */
export const phaseWords: Readonly<Record<Phase, string>> = {
  waiting: "Waiting",
  previewing: "Checking",
  sending: "Sending",
  unanswered: "Not known whether it arrived",
  sent: "Requested",
  succeeded: "Succeeded",
  failed: "Failed",
  excluded: "Excluded",
  skipped: "Not started",
};

export const phaseHues: Readonly<Record<Phase, Role>> = {
  waiting: "neutral",
  previewing: "info",
  sending: "info",
  unanswered: "caution",
  sent: "info",
  succeeded: "positive",
  failed: "negative",
  excluded: "neutral",
  skipped: "neutral",
};

/** What is going on with a cluster: the run's message, or how far its operation is by the live fleet. */
export function detailOf({ phase, message }: BulkCluster, row: FleetRow | undefined): string {
  const last = row?.lastOperation;
  if (phase === "sent" && message === undefined && (last?.state === "Processing" || last?.state === "Pending"))
    return `${last.type ?? "Operation"} ${last.progress ?? 0} %`;
  if (phase === "sent" && message === undefined) return "The garden has it; waiting for gardenlet.";
  return message ?? "";
}

export function statusWords({ status, pause }: BulkRun): { readonly words: string; readonly hue: Role } {
  switch (status) {
    case "draft":
      return { words: "Plan", hue: "notice" };
    case "running":
      return { words: "Running", hue: "info" };
    case "paused":
      return pause?.reason === "failure"
        ? { words: "Stopped by a failure", hue: "negative" }
        : { words: "Paused", hue: "caution" };
    case "stopped":
      return { words: "Stopped", hue: "neutral" };
    default:
      return { words: "Finished", hue: "positive" };
  }
}

/** Why a run does not go on, and what somebody can do. */
export function pauseWords({ pause }: Pick<BulkRun, "pause">): { readonly title: string; readonly text: string } {
  const said = pause?.message === undefined ? "" : `${pause.message} `;
  switch (pause?.reason) {
    case "failure":
      return {
        title: "Stopped by the stop rule",
        text: "Look at what failed. Resume goes on with the others; “Retry the failed” asks those again first.",
      };
    case "garden":
      return {
        title: "Paused: the garden cannot be reached",
        text: `${said}Nothing is sent until you resume. What was sent is still observed.`,
      };
    case "session":
      return { title: "Paused: the session has ended", text: `${said}Sign in again, then resume.` };
    case "read-only":
      return { title: "Paused: this Almanac is in read-only mode", text: `${said}Nothing can be changed from here.` };
    case "closed":
      return {
        title: "Paused: the tab that drove this run was closed or reloaded",
        text: "What had been sent is observed here, and never sent a second time. Resume goes on with the rest.",
      };
    case "storage":
      return { title: "Paused: this browser could not write the run down", text: said };
    default:
      return { title: "Paused", text: "Nothing more is sent until you resume. What was sent is still observed." };
  }
}

export function stopRuleWords(rule: StopRule): string {
  return rule.kind === "first-failure" ? "at the first failure" : `when ${rule.percent} % have failed`;
}

/** `12 of 20 succeeded, 1 failed, 2 under way, 5 waiting`. */
export function countWords({ clusters }: Pick<BulkRun, "clusters">): string {
  const count = (...phases: readonly Phase[]) => clusters.filter(({ phase }) => phases.includes(phase)).length;
  const asked = clusters.length - count("excluded");
  const parts = [
    [count("failed"), "failed"],
    [count("sending", "sent", "unanswered", "previewing"), "under way"],
    [count("waiting"), "waiting"],
    [count("skipped"), "not started"],
    [count("excluded"), "excluded"],
  ] as const;
  const others = parts.filter(([many]) => many > 0).map(([many, words]) => `${formatNumber(many)} ${words}`);
  const done = `${formatNumber(count("succeeded"))} of ${formatNumber(asked)} succeeded`;
  return [done, ...others].join(", ");
}

/** Too little has been seen of a plan before that to say how long it takes. */
const shortestLookMs = 5_000;

/** How far the making of a plan is, and how much longer it takes at the pace that was seen. */
export function planProgressWords({ done, total, sinceMs }: PlanProgress): string {
  const words = `Asking the garden what would happen: ${formatNumber(done)} of ${formatNumber(total)}`;
  if (done === 0 || sinceMs < shortestLookMs) return words;
  const leftMs = ((total - done) * sinceMs) / done;
  return leftMs < 60_000 ? words : `${words}, about ${formatDuration(leftMs)} left`;
}

interface PlanProgress {
  readonly done: number;
  readonly total: number;
  /** How long it has been going on. */
  readonly sinceMs: number;
}
