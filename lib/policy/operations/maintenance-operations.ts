import type { LastOperation } from "#lib/garden/condition.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import { annotations, joinOperations, parseOperations } from "./annotations.ts";

/**
 * The operations that a maintenance run puts into the ordinary annotation, before the API server removes duplicates:
 * the planned ones, always `reconcile`, and the automatic rotations that started.
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance (getOperation)
 */
export function operationsOfRun(
  maintenanceOperation: string | null | undefined,
  startedRotations: readonly string[],
): readonly string[] {
  const planned = parseOperations(maintenanceOperation);
  const withReconcile = planned.includes("reconcile") ? planned : [...planned, "reconcile"];
  const started = startedRotations.filter(
    (operation) =>
      !(operation === "rotate-etcd-encryption-key" && planned.includes("rotate-etcd-encryption-key-start")),
  );
  return [...withReconcile, ...started];
}

function without(given: Readonly<Record<string, string>>, ...keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => !keys.includes(key)));
}

export interface RunState {
  readonly lastOperation: LastOperation | null | undefined;
  readonly annotations: Readonly<Record<string, string>> | null | undefined;
  readonly startedRotations: readonly string[];
}

/**
 * The annotations after a maintenance run, as the controller-manager sends them. A request for maintenance is consumed
 * with everything beside it. Whatever was pending is replaced; a Failed Shoot only gets a `retry` when it is marked for
 * it, and keeps what was planned.
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance (maintainOperation)
 */
export function annotationsAfterRun(state: RunState): Record<string, string> {
  const given = state.annotations ?? {};
  const requested = parseOperations(given[annotations.operation]).includes("maintain");
  const consumed = requested ? without(given, annotations.operation) : { ...given };
  if (!state.lastOperation) return consumed;
  if (state.lastOperation.state === "Failed") {
    if (!isTruthy(given[annotations.needsRetry])) return consumed;
    return { ...without(consumed, annotations.needsRetry), [annotations.operation]: "retry" };
  }
  const operations = operationsOfRun(given[annotations.maintenanceOperation], state.startedRotations);
  return {
    ...without(consumed, annotations.maintenanceOperation),
    [annotations.operation]: joinOperations(operations),
  };
}
