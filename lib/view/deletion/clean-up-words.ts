import type { CleanupFault, CleanupPeriod } from "#lib/policy/deletion/cleanup-periods.ts";
import type { CleanupStep, CleanupStepId } from "#lib/policy/deletion/cleanup-plan.ts";
import type { CleanUpPeriodName } from "./clean-up-form.ts";

/** What a step of the clean-up is called. */
export const cleanUpStepNames: Readonly<Record<CleanupStepId, string>> = {
  webhooks: "Webhook configurations",
  "extended-apis": "Extended APIs",
  "kubernetes-resources": "Workload, services and volumes",
  "volume-snapshots": "Volume snapshots",
};

/** The fields of the overrides. */
export const periodLabels: Readonly<Record<CleanUpPeriodName, string>> = {
  webhooks: "Webhooks, seconds until finalizers go",
  extendedApis: "Extended APIs, seconds until finalizers go",
  kubernetesResources: "Workload and volumes, seconds until finalizers go",
};

/** `at once`, `45 s`, `5 min`, `1 h`. */
function waitWords(seconds: number): string {
  if (seconds <= 0) return "at once";
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** How long the objects are waited for, and what happens then. */
export function patienceWords(period: CleanupPeriod | "skipped"): string {
  if (period === "skipped") return "Skipped: nothing is deleted before the control plane.";
  const { deleteGraceSeconds, finalizeAfterSeconds } = period;
  const grace = deleteGraceSeconds <= 0 ? "No grace period" : `${waitWords(deleteGraceSeconds)} grace period`;
  const finalized = finalizeAfterSeconds <= 0 ? "at once" : `after ${waitWords(finalizeAfterSeconds)}`;
  return `${grace}, finalizers removed ${finalized}.`;
}

/** After how long a step that does not get through fails and is tried again. */
export function timeoutWords({ timeoutSeconds }: Pick<CleanupStep, "timeoutSeconds">): string {
  return `After ${waitWords(timeoutSeconds)}, an unfinished step fails and is retried.`;
}

/** Why there is no plan. */
export function cleanUpFaultWords({ annotation }: CleanupFault): string {
  return `${annotation} is not a whole number of seconds: its step fails until you correct it.`;
}
