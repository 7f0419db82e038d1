import { perObject } from "#lib/memo/per-object.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import type { VocabularyRule } from "./catalogue-entry.ts";
import { maintenanceField, operationField } from "./field-error.ts";
import { type AnnotationOperationId, annotationOperations, entryOnWire, mustBeSoleOperation } from "./vocabulary.ts";

/** The rule that decides whether a release knows the operation. */
export function vocabularyRule(operation: string): VocabularyRule | undefined {
  return entryOnWire(operation)?.knownBy;
}

/** Whether a release knows the operation in the annotation at `field`. */
export function isInVocabulary(operation: string, rules: GardenerRules, field: string = operationField): boolean {
  if (field === maintenanceField && mustBeSoleOperation(operation) && rules("op.maintenanceSet") === "restricted") {
    return false;
  }
  const entry = entryOnWire(operation);
  if (!entry) return false;
  return entry.knownBy === undefined || rules(entry.knownBy) !== "unknown";
}

/** Operations of the catalogue that a release does not know. Cached, because menus look up all operations. */
export const unknownOperations = perObject(
  (rules: GardenerRules): ReadonlySet<AnnotationOperationId> =>
    new Set(annotationOperations.filter((operation) => !isInVocabulary(operation, rules))),
);
