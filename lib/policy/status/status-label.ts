import type { Condition, LastError, LastOperation } from "#lib/garden/condition.ts";

/** The label with Gardener's summary of a Shoot's health. @source Gardener: types_constants.go */
export const statusLabelKey = "shoot.gardener.cloud/status";

/** The values of Gardener's status label, best first. */
export const healthStatuses = ["healthy", "progressing", "unknown", "unhealthy"] as const;
export type HealthStatus = (typeof healthStatuses)[number];

const rank: Readonly<Record<HealthStatus, number>> = { healthy: 3, progressing: 2, unknown: 1, unhealthy: 0 };

/** The worse of two health statuses. Also used to summarise the health of several clusters. */
export function worseHealth(a: HealthStatus, b: HealthStatus): HealthStatus {
  return rank[a] <= rank[b] ? a : b;
}

/** Health of one condition. Any status but True, Progressing and Unknown counts as unhealthy. */
export function conditionHealth(status: string | undefined): HealthStatus {
  switch (status) {
    case "True":
      return "healthy";
    case "Progressing":
      return "progressing";
    case "Unknown":
      return "unknown";
    default:
      return "unhealthy";
  }
}

function conditionsHealth(conditions: readonly (Condition | null)[] | null | undefined): HealthStatus {
  return (conditions ?? []).reduce<HealthStatus>(
    (health, condition) => (condition ? worseHealth(health, conditionHealth(condition.status)) : health),
    "healthy",
  );
}

/**
 * The health computed by Gardener's status-label controller. Constraints are ignored. An absent last operation is
 * healthy; for an unfinished Create, and every Delete, only the errors count.
 * @source Gardener: pkg/controllermanager/controller/shoot/statuslabel, pkg/utils/gardener/shoot_status.go
 */
export function statusLabel(
  lastOperation: LastOperation | null | undefined,
  lastErrors: readonly (LastError | null)[] | null | undefined,
  conditions: readonly (Condition | null)[] | null | undefined,
): HealthStatus {
  if (!lastOperation) return "healthy";
  const { type, state } = lastOperation;
  const withoutErrors: HealthStatus = (lastErrors?.length ?? 0) === 0 ? "healthy" : "unhealthy";
  if ((type === "Create" && state !== "Succeeded") || type === "Delete") return withoutErrors;
  const worst = conditionsHealth(conditions);
  if (state === "Processing") return worseHealth(worst, withoutErrors);
  return worseHealth(worst, state === "Succeeded" ? "healthy" : "unhealthy");
}

/**
 * Health of a Shoot for display. Unlike in Gardener's status label, a Shoot interrupted by a gardenlet restart is about
 * to continue, and a Shoot skipped before its first reconciliation is unknown; the label has both as unhealthy.
 */
export function shootHealth(...[lastOperation, lastErrors, conditions]: Parameters<typeof statusLabel>): HealthStatus {
  const label = statusLabel(lastOperation, lastErrors, conditions);
  if (label !== "unhealthy" || (lastErrors?.length ?? 0) > 0) return label;
  const apart = apartFrom[lastOperation?.state ?? ""];
  return apart === undefined ? label : worseHealth(apart, conditionsHealth(conditions));
}

const apartFrom: Readonly<Partial<Record<string, HealthStatus>>> = { Aborted: "progressing", Pending: "unknown" };
