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

/** The operation annotation that an error or a reason refers to. */
export type OperationAnnotation = typeof annotations.operation | typeof annotations.maintenanceOperation;

/** The value of an annotation, empty when it is missing or not a string. */
export function annotationOf(shoot: Pick<Shoot, "metadata">, key: string): string {
  const value: unknown = shoot.metadata.annotations?.[key];
  return typeof value === "string" ? value : "";
}

const none: readonly string[] = [];

/**
 * The operations of an annotation, trimmed. An empty value has none; a trailing separator adds an empty one, which the
 * API server rejects.
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

/** Each operation once, trimmed, as the API server stores them. @source Gardener: registry/core/shoot/strategy.go */
export function normalisedOperations(value: string | null | undefined): readonly string[] {
  return [...new Set(parseOperations(value))];
}

export const rotateRollout = "rotate-rollout-workers";
export const rollout = "rollout-workers";

/** The rollout family of an operation, if any: Gardener only checks the prefix. */
export function rolloutFamily(operation: string): typeof rotateRollout | typeof rollout | undefined {
  if (!operation.includes(rollout)) return undefined;
  if (operation.startsWith(rotateRollout)) return rotateRollout;
  return operation.startsWith(rollout) ? rollout : undefined;
}

/**
 * The pools of a rollout operation, split on commas without trimming. Without `=` the whole text counts as the name of
 * one pool, as in Gardener.
 */
export function rolloutPoolsOf(operation: string, family: typeof rotateRollout | typeof rollout): readonly string[] {
  const prefix = `${family}=`;
  return (operation.startsWith(prefix) ? operation.slice(prefix.length) : operation).split(",");
}
