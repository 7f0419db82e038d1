import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { isSshEnabled } from "../rotations/ssh-access.ts";
import { isTruthy } from "../status/truthy.ts";
import { annotationOf, annotations, joinOperations, normalisedOperations } from "./annotations.ts";
import { catalogueEntryOfOperation } from "./vocabulary.ts";

/** Result of the API server processing operations: those left in the annotation; whether the generation increases. */
export interface ProcessedOperations {
  readonly operations: readonly string[];
  readonly generationDelta: 0 | 1;
}

function bumps(operation: string): boolean {
  return catalogueEntryOfOperation(operation)?.sole === false;
}

const nothing: readonly string[] = [];

/** The operations that no other operation of the list includes. */
function uncovered(operations: readonly string[]): readonly string[] {
  if (operations.length === 1) return operations;
  const covered = new Set<string>(
    operations.flatMap((operation) => catalogueEntryOfOperation(operation)?.covers ?? nothing),
  );
  return covered.size > 0 ? operations.filter((operation) => !covered.has(operation)) : operations;
}

/**
 * How the API server processes the operations of a Shoot: `retry` and `reconcile` are removed, covered ones too, and an
 * impossible SSH rotation is dropped. Nothing is processed without a last operation, and only `retry` on a Failed
 * Shoot.
 * @source Gardener: pkg/apiserver/registry/core/shoot/strategy.go
 */
export function processOperations(shoot: Shoot, operations: readonly string[]): ProcessedOperations {
  const lastOperation = shoot.status?.lastOperation;
  if (!lastOperation || operations.length === 0) return { operations, generationDelta: 0 };
  if (lastOperation.state === "Failed") {
    const retries = operations.length === 1 && operations[0] === "retry";
    return retries ? { operations: nothing, generationDelta: 1 } : { operations, generationDelta: 0 };
  }
  const dropsSsh = operations.includes("rotate-ssh-keypair") && !isSshEnabled(shoot);
  const wanted = uncovered(operations);
  const kept = dropsSsh ? wanted.filter((operation) => operation !== "rotate-ssh-keypair") : wanted;
  const left = kept.includes("reconcile") ? kept.filter((operation) => operation !== "reconcile") : kept;
  return { operations: left, generationDelta: kept.some(bumps) ? 1 : 0 };
}

/** Whether a spec change increases the generation; if confined to the window, only toggling hibernation does. */
function specCounts(before: Shoot, after: Shoot): boolean {
  if (after.spec.maintenance?.confineSpecUpdateRollout === true) {
    return (before.spec.hibernation?.enabled === true) !== (after.spec.hibernation?.enabled === true);
  }
  return !semanticallyEqual(before.spec, after.spec);
}

function forcesDeletion(shoot: Shoot): boolean {
  return isTruthy(shoot.metadata.annotations?.[annotations.confirmForceDeletion]);
}

/** A Shoot as the API server would store it, and by how much its generation increases. */
export interface PreparedUpdate {
  readonly shoot: Shoot;
  readonly generationDelta: 0 | 1;
}

function withOperations(shoot: Shoot, key: string, operations: readonly string[]): Shoot {
  const current = shoot.metadata.annotations;
  if (current?.[key] === undefined) return shoot;
  const { [key]: _, ...others } = current;
  const value = joinOperations(operations);
  const kept = value === "" ? others : { ...others, [key]: value };
  return { ...shoot, metadata: { ...shoot.metadata, annotations: kept } };
}

/**
 * Prepares an update (not of the status): normalises both annotations, then increases the generation at most once, for
 * the first of spec change, deletion, forced deletion, operations. Operations are only processed in the last case, so a
 * spec change leaves `reconcile` in place.
 * @source Gardener: pkg/apiserver/registry/core/shoot/strategy.go (PrepareForUpdate, mustIncreaseGeneration)
 */
export function prepareUpdate(before: Shoot, wanted: Shoot, rules: GardenerRules = newestRules): PreparedUpdate {
  const operations = normalisedOperations(annotationOf(wanted, annotations.operation));
  const planned = normalisedOperations(annotationOf(wanted, annotations.maintenanceOperation));
  const normalised =
    rules("op.grammar") === "semicolonList"
      ? withOperations(
          withOperations(wanted, annotations.operation, operations),
          annotations.maintenanceOperation,
          planned,
        )
      : wanted;
  const deletes = !before.metadata.deletionTimestamp && Boolean(wanted.metadata.deletionTimestamp);
  if (specCounts(before, wanted) || deletes || (!forcesDeletion(before) && forcesDeletion(wanted))) {
    return { shoot: normalised, generationDelta: 1 };
  }
  const processed = processOperations(normalised, operations);
  if (processed.operations === operations) return { shoot: normalised, generationDelta: processed.generationDelta };
  return {
    shoot: withOperations(normalised, annotations.operation, processed.operations),
    generationDelta: processed.generationDelta,
  };
}

/** Input for predicting whether a write of the status increases the generation. */
export interface StatusWrite {
  readonly oldEtcdRotation?: { readonly phase?: string; readonly autoCompleteAfterPrepared?: boolean | null } | null;
  readonly newEtcdRotation?: { readonly phase?: string; readonly autoCompleteAfterPrepared?: boolean | null } | null;
  readonly lastOperation?: { readonly type?: string; readonly state?: string } | null;
}

/**
 * Generation increase by a write of the status: when an etcd rotation with automatic completion becomes prepared, and
 * on every write while the last operation is a finished or aborted Migrate.
 * @source Gardener: pkg/apiserver/registry/core/shoot/strategy.go (status strategy)
 */
export function statusGenerationDelta({ oldEtcdRotation, newEtcdRotation, lastOperation }: StatusWrite): 0 | 1 {
  const becamePrepared = oldEtcdRotation?.phase !== "Prepared" && newEtcdRotation?.phase === "Prepared";
  if (becamePrepared && newEtcdRotation?.autoCompleteAfterPrepared === true) return 1;
  const { type, state } = lastOperation ?? {};
  return type === "Migrate" && (state === "Succeeded" || state === "Aborted") ? 1 : 0;
}
