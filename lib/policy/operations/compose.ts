import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { joinOperations, parseOperations } from "./annotations.ts";
import { mustBeSoleOperation } from "./vocabulary.ts";

/** New value of the annotation `gardener.cloud/operation`, or the pending operations that block another one. */
export type ComposedOperation =
  | { readonly ok: true; readonly annotation: string; readonly changed: boolean }
  | { readonly ok: false; readonly blockedBy: readonly string[] };

/**
 * The pending operations that remain when another operation is added. A retry reconciles anyway, so it replaces a
 * `reconcile` pending on a Failed Shoot, which would otherwise keep the retry from being processed.
 */
export function pendingOperationsAfterAdding(operation: string, pending: readonly string[]): readonly string[] {
  return operation === "retry" ? pending.filter((part) => part !== "reconcile") : pending;
}

/**
 * Adds an operation to the pending ones, so that none is lost that gardenlet has not processed yet. `retry`, `maintain`
 * and `force-in-place-update` must stand alone, as must every operation on a release without lists. Write the result
 * with the resourceVersion it was computed from.
 * @source Gardener docs, usage/shoot-operations (parallel operations)
 */
export function addOperationToAnnotation(
  current: string | null | undefined,
  operation: string,
  rules: GardenerRules = newestRules,
): ComposedOperation {
  const parts = [...new Set(parseOperations(current).filter((part) => part !== ""))];
  const pending = pendingOperationsAfterAdding(operation, parts);
  if (pending.includes(operation))
    return { ok: true, annotation: joinOperations(pending), changed: pending.length < parts.length };
  const isAlone = mustBeSoleOperation(operation) || rules("op.grammar") === "single";
  const alone = isAlone ? pending : pending.filter(mustBeSoleOperation);
  if (alone.length > 0) return { ok: false, blockedBy: alone };
  return { ok: true, annotation: joinOperations([...pending, operation]), changed: true };
}
