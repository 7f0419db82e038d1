import type { Shoot } from "#lib/garden/shoot.ts";

/** The annotations that request operations, and related ones. @source Gardener: types_constants.go */
export const annotations = {
  operation: "gardener.cloud/operation",
  maintenanceOperation: "maintenance.gardener.cloud/operation",
  needsRetry: "maintenance.shoot.gardener.cloud/needs-retry-operation",
  confirmDeletion: "confirmation.gardener.cloud/deletion",
  deletionConfirmedBy: "deletion.gardener.cloud/confirmed-by",
  confirmForceDeletion: "confirmation.gardener.cloud/force-deletion",
  createdBy: "gardener.cloud/created-by",
  expiration: "shoot.gardener.cloud/expiration-timestamp",
  issuer: "authentication.gardener.cloud/issuer",
  tasks: "shoot.gardener.cloud/tasks",
  ignore: "shoot.gardener.cloud/ignore",
  syncPeriod: "shoot.gardener.cloud/sync-period",
  emergencyStop: "shoot.gardener.cloud/emergency-stop-reconciliations",
} as const;

/** The annotation to which an error or a reason refers: operations for now, or for the maintenance window. */
export type OperationAnnotation = typeof annotations.operation | typeof annotations.maintenanceOperation;

/** The value of an annotation, empty when it is missing or not a string. */
export function annotationOf(shoot: Pick<Shoot, "metadata">, key: string): string {
  const value: unknown = shoot.metadata.annotations?.[key];
  return typeof value === "string" ? value : "";
}

const none: readonly string[] = [];

/**
 * The operations in the value of an operation annotation, trimmed. An empty value has none; a trailing separator adds
 * an empty one, which the API server rejects.
 * @source Gardener: pkg/utils/gardener/shoot.go (GetShootGardenerOperations), docs usage/shoot-operations
 */
export function parseOperations(value: string | null | undefined): readonly string[] {
  if (!value) return none;
  if (!value.includes(";")) return [value.trim()];
  return value.split(";").map((operation) => operation.trim());
}

/** Joins operations to an annotation value. */
export function joinOperations(operations: readonly string[]): string {
  return operations.join(";");
}

/** Distinct, trimmed operations of an annotation, as stored. @source Gardener: registry/core/shoot/strategy.go */
export function normalisedOperations(value: string | null | undefined): readonly string[] {
  return [...new Set(parseOperations(value))];
}

export const rotateRolloutOperation = "rotate-rollout-workers";
export const rolloutOperation = "rollout-workers";

/** The rollout operation with which an operation text begins, if any; like Gardener, only the prefix is checked. */
export function rolloutOperationPrefix(
  operation: string,
): typeof rotateRolloutOperation | typeof rolloutOperation | undefined {
  if (!operation.includes(rolloutOperation)) return undefined;
  if (operation.startsWith(rotateRolloutOperation)) return rotateRolloutOperation;
  return operation.startsWith(rolloutOperation) ? rolloutOperation : undefined;
}

/**
 * The pools of a rollout operation, split on commas without trimming. Without `=` the whole text counts as the name of
 * one pool, as in Gardener.
 */
export function rolloutPoolsOf(
  operation: string,
  family: typeof rotateRolloutOperation | typeof rolloutOperation,
): readonly string[] {
  const prefix = `${family}=`;
  return (operation.startsWith(prefix) ? operation.slice(prefix.length) : operation).split(",");
}
