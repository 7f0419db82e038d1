import type { LastOperation } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { isTruthy } from "../status/truthy.ts";
import { annotationOf, annotations, joinOperations, parseOperations } from "./annotations.ts";
import { automaticRotationsOfRun } from "./auto-rotation.ts";
import { isSpecFrozenByMigration } from "./hibernation.ts";
import type { OperationReason } from "./reasons.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import { isForbiddenWhenHibernated } from "./static-checks.ts";

/**
 * The operations that a maintenance run writes to the operation annotation, before the API server removes duplicates:
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

export interface MaintenanceRunAnnotationsInput {
  readonly lastOperation: LastOperation | null | undefined;
  readonly annotations: Readonly<Record<string, string>> | null | undefined;
  readonly startedRotations: readonly string[];
}

/**
 * The annotations after a maintenance run, as the controller-manager sends them. A maintenance request is removed with
 * everything next to it. Pending operations are replaced; a Failed Shoot only gets a `retry` if annotated for it, and
 * keeps its planned operations.
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance (maintainOperation)
 */
export function annotationsAfterRun(state: MaintenanceRunAnnotationsInput): Record<string, string> {
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

/**
 * The annotations of a Shoot after a run at an instant, including the rotations it starts.
 *
 * @param nowMs milliseconds since 1970
 */
export function annotationsOfRun(shoot: Shoot, nowMs: number, rules: GardenerRules): Record<string, string> {
  const rotations = automaticRotationsOfRun(shoot, nowMs, rules);
  return annotationsAfterRun({
    lastOperation: shoot.status?.lastOperation,
    annotations: shoot.metadata.annotations,
    startedRotations: rotations.filter(({ outcome }) => outcome === "started").map(({ operation }) => operation),
  });
}

/**
 * Why the API server rejects a maintenance run as a whole, so that nothing is applied: the spec is frozen by a
 * migration, or an operation is not possible while the Shoot is hibernated or wakes up. Undefined when it accepts.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, pkg/api/core/validation/shoot.go
 */
export function findRunRejection(facts: ShootFacts, nowMs: number): OperationReason | undefined {
  const { shoot, rules, hibernationEnabled, hibernated } = facts;
  if (isSpecFrozenByMigration(facts)) return { id: "migration-or-restore" };
  if (!hibernationEnabled && !hibernated) return undefined;
  const after = annotationsOfRun(shoot, nowMs, rules);
  const planned = parseOperations(annotationOf(shoot, annotations.maintenanceOperation));
  const operations = [...new Set([...parseOperations(after[annotations.operation]), ...planned])].filter(
    isForbiddenWhenHibernated,
  );
  if (operations.length === 0) return undefined;
  return { id: hibernationEnabled ? "run-refused-while-asleep" : "run-refused-while-waking", operations };
}
