import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import { joinOperations, parseOperations } from "./annotations.ts";
import { standsAlone } from "./vocabulary.ts";

/** What to write into `gardener.cloud/operation`; or why the pending operations leave no room. */
export type ComposedOperation =
  | { readonly ok: true; readonly annotation: string; readonly changed: boolean }
  | { readonly ok: false; readonly blockedBy: readonly string[] };

/**
 * The pending operations that stay beside a new one. A retry reconciles anyway, so a `reconcile` that waits on a Failed
 * Shoot is absorbed by it; it would otherwise keep the retry from ever being taken.
 */
export function storedBeside(operation: string, pending: readonly string[]): readonly string[] {
  return operation === "retry" ? pending.filter((part) => part !== "reconcile") : pending;
}

/**
 * Adds an operation to the pending ones, so that none that gardenlet has not taken yet is lost. `retry`, `maintain` and
 * `force-in-place-update` must stand alone, and every operation on a release that knows no lists. Write the result with the resourceVersion it was made from.
 * @source Gardener docs, usage/shoot-operations (parallel operations)
 */
export function composeOperation(
  current: string | null | undefined,
  operation: string,
  rules: EditionRules = newestRules,
): ComposedOperation {
  const parts = [...new Set(parseOperations(current).filter((part) => part !== ""))];
  const pending = storedBeside(operation, parts);
  if (pending.includes(operation))
    return { ok: true, annotation: joinOperations(pending), changed: pending.length < parts.length };
  const isAlone = standsAlone(operation) || rules("op.grammar") === "single";
  const alone = isAlone ? pending : pending.filter(standsAlone);
  if (alone.length > 0) return { ok: false, blockedBy: alone };
  return { ok: true, annotation: joinOperations([...pending, operation]), changed: true };
}
