import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";
import type { BulkCluster, BulkClusterPhase, BulkRun, StopRule } from "./bulk-run.ts";

/** Short labels for the phases of a cluster in a bulk run. */
export const bulkPhaseLabels: Readonly<Record<BulkClusterPhase, Message>> = {
  waiting: message("Waiting"),
  previewing: message("Checking"),
  sending: message("Sending"),
  unanswered: message("Not known whether it arrived"),
  sent: message("Requested"),
  succeeded: message("Succeeded"),
  planned: message("Planned"),
  failed: message("Failed"),
  excluded: message("Excluded"),
  skipped: message("Not started"),
};

export const phaseHues: Readonly<Record<BulkClusterPhase, StatusHue>> = {
  waiting: "neutral",
  previewing: "info",
  sending: "info",
  unanswered: "caution",
  sent: "info",
  succeeded: "positive",
  planned: "notice",
  failed: "negative",
  excluded: "neutral",
  skipped: "neutral",
};

/** Describes a cluster in a bulk run: the run's message about it, or the progress of its operation in the live data. */
export function describeBulkCluster({ phase, message: told }: BulkCluster, row: FleetRow | undefined): string {
  const last = row?.lastOperation;
  const course = row && operationStateOfRow(row);
  if (phase === "sent" && last !== undefined && told === undefined && (course === "running" || course === "pending"))
    return `${last.type ?? text("Operation")} ${last.progress ?? 0} %`;
  if (phase === "sent" && told === undefined) return text("The garden has it; waiting for gardenlet.");
  return told ?? "";
}

export function bulkStatusLabel({ status, pause }: BulkRun): { readonly words: string; readonly hue: StatusHue } {
  switch (status) {
    case "draft":
      return { words: text("Plan", {}, "bulk run"), hue: "notice" };
    case "running":
      return { words: text("Running"), hue: "info" };
    case "paused":
      return pause?.reason === "failure"
        ? { words: text("Stopped by a failure"), hue: "negative" }
        : { words: text("Paused"), hue: "caution" };
    case "stopped":
      return { words: text("Stopped"), hue: "neutral" };
    default:
      return { words: text("Finished"), hue: "positive" };
  }
}

/** Describes why a bulk run is paused, and what the user can do. */
export function describeBulkPause({ pause }: Pick<BulkRun, "pause">): {
  readonly title: string;
  readonly text: string;
} {
  const told = pause?.message;
  const after = (sentences: string) => (told === undefined ? sentences : `${told} ${sentences}`);
  switch (pause?.reason) {
    case "failure":
      return {
        title: text("Stopped by the stop rule"),
        text: text("Look at what failed. Resume goes on with the others; “Retry the failed” asks those again first."),
      };
    case "garden":
      return {
        title: text("Paused: the garden cannot be reached"),
        text: after(text("Nothing is sent until you resume. What was sent is still observed.")),
      };
    case "session":
      return {
        title: text("Paused: the session has ended"),
        text: after(text("Sign in again, then resume.")),
      };
    case "read-only":
      return {
        title: text("Paused: this Almanac is in read-only mode"),
        text: after(text("Nothing can be changed from here.")),
      };
    case "closed":
      return {
        title: text("Paused: the tab that drove this run was closed or reloaded"),
        text: text("What had been sent is observed here, and never sent a second time. Resume goes on with the rest."),
      };
    case "storage":
      return { title: text("Paused: this browser could not write the run down"), text: told ?? "" };
    default:
      return {
        title: text("Paused"),
        text: text("Nothing more is sent until you resume. What was sent is still observed."),
      };
  }
}

export function describeStopRule(rule: StopRule): string {
  return rule.kind === "first-failure"
    ? text("Stops at the first failure.")
    : text("Stops when {percent} % have failed.", { percent: rule.percent });
}

/** Summarises the phases of the clusters in a bulk run: `12 of 20 succeeded, 1 failed, 2 under way, 5 waiting`. */
export function bulkCountsLabel({ clusters }: Pick<BulkRun, "clusters">): string {
  const count = (...phases: readonly BulkClusterPhase[]) =>
    clusters.filter(({ phase }) => phases.includes(phase)).length;
  const all = clusters.length - count("excluded");
  const parts = [
    [count("planned"), message("{count, number} planned for their windows")],
    [count("failed"), message("{count, number} failed")],
    [count("sending", "sent", "unanswered", "previewing"), message("{count, number} under way")],
    [count("waiting"), message("{count, number} waiting")],
    [count("skipped"), message("{count, number} not started")],
    [count("excluded"), message("{count, number} excluded")],
  ] as const;
  const others = parts.filter(([many]) => many > 0).map(([many, words]) => text(words, { count: many }));
  const done = text("{count, number} of {all, number} succeeded", { count: count("succeeded"), all });
  return [done, ...others].join(", ");
}

/** Minimum elapsed time before the remaining time of a plan is estimated, in milliseconds. */
const shortestLookMs = 5_000;

/** Describes how many clusters of a plan have been previewed, and estimates the remaining time. */
export function describePlanProgress({ done, total, sinceMs }: PlanProgress): string {
  const leftMs = done === 0 ? 0 : ((total - done) * sinceMs) / done;
  return sinceMs < shortestLookMs || leftMs < 60_000
    ? text("Asking the garden what would happen: {done, number} of {total, number}", { done, total })
    : text("Asking the garden what would happen: {done, number} of {total, number}, about {duration} left", {
        done,
        total,
        duration: formatDuration(leftMs),
      });
}

interface PlanProgress {
  readonly done: number;
  readonly total: number;
  /** Elapsed time since the plan was started, in milliseconds. */
  readonly sinceMs: number;
}
