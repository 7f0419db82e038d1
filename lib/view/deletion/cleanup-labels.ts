import { type Message, message, text } from "#lib/language/text.ts";
import type { CleanupError, CleanupPeriod } from "#lib/policy/deletion/cleanup-periods.ts";
import type { CleanupStep, CleanupStepId } from "#lib/policy/deletion/cleanup-plan.ts";
import type { CleanupPeriodName } from "./cleanup-form.ts";

/** Name of each clean-up step. */
export const cleanupStepLabels: Readonly<Record<CleanupStepId, Message>> = {
  webhooks: message("Webhook configurations"),
  "extended-apis": message("Extended APIs"),
  "kubernetes-resources": message("Workload, services and volumes"),
  "volume-snapshots": message("Volume snapshots"),
};

/** Label of the form field for each waiting period. */
export const cleanupPeriodLabels: Readonly<Record<CleanupPeriodName, Message>> = {
  webhooks: message("Webhooks, seconds until finalizers go"),
  extendedApis: message("Extended APIs, seconds until finalizers go"),
  kubernetesResources: message("Workload and volumes, seconds until finalizers go"),
};

/** Waiting time: `at once`, `45 s`, `5 min`, `1 h`. */
function waitLabel(seconds: number): string {
  if (seconds <= 0) return text("at once");
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** Describes how long Gardener waits for objects to be deleted, and what it does then. */
export function describeCleanupPeriod(period: CleanupPeriod | "skipped"): string {
  if (period === "skipped") return text("Skipped: nothing is deleted before the control plane.");
  const { deleteGraceSeconds, finalizeAfterSeconds } = period;
  const [grace, wait] = [waitLabel(deleteGraceSeconds), waitLabel(finalizeAfterSeconds)];
  if (deleteGraceSeconds <= 0) {
    return finalizeAfterSeconds <= 0
      ? text("No grace period, finalizers removed at once.")
      : text("No grace period, finalizers removed after {wait}.", { wait });
  }
  return finalizeAfterSeconds <= 0
    ? text("{grace} grace period, finalizers removed at once.", { grace })
    : text("{grace} grace period, finalizers removed after {wait}.", { grace, wait });
}

/** Describes after which time an unfinished clean-up step fails and is retried. */
export function describeCleanupTimeout({ timeoutSeconds }: Pick<CleanupStep, "timeoutSeconds">): string {
  return text("After {wait}, an unfinished step fails and is retried.", { wait: waitLabel(timeoutSeconds) });
}

const untouched = new Map([
  ["Services labelled provider=kubernetes", message("Services labelled provider=kubernetes")],
  ["APIServices of the aggregator", message("APIServices of the aggregator")],
]);

/** Describes objects that no clean-up step deletes: by a selector as written, or in words. */
export function untouchedObjectsLabel(entry: string): string {
  const words = untouched.get(entry);
  return words === undefined ? entry : text(words);
}

/** Describes why there is no clean-up plan. */
export function describeMissingCleanupPlan({ annotation }: CleanupError): string {
  return text("{annotation} is not a whole number of seconds: its step fails until you correct it.", { annotation });
}
