import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import type { KnownOperationRule } from "./catalogue-entry.ts";
import { maintenanceField, operationField } from "./field-error.ts";
import {
  type AnnotationOperationId,
  annotationOperations,
  catalogueEntryOfOperation,
  mustBeSoleOperation,
} from "./vocabulary.ts";

/** ID of the rule that decides whether a Gardener release knows the operation. */
export function knownOperationRuleOf(operation: string): KnownOperationRule | undefined {
  return catalogueEntryOfOperation(operation)?.knownBy;
}

/** Whether a Gardener release knows the operation in the annotation at path `field`. */
export function isOperationKnownToRelease(
  operation: string,
  rules: GardenerRules,
  field: string = operationField,
): boolean {
  if (field === maintenanceField && mustBeSoleOperation(operation) && rules("op.maintenanceSet") === "restricted") {
    return false;
  }
  const entry = catalogueEntryOfOperation(operation);
  if (!entry) return false;
  return entry.knownBy === undefined || rules(entry.knownBy) !== "unknown";
}

/** Operations of the catalogue that a Gardener release does not know. Cached, because menus look up all operations. */
export const operationsUnknownToRelease = memoizePerObject(
  (rules: GardenerRules): ReadonlySet<AnnotationOperationId> =>
    new Set(annotationOperations.filter((operation) => !isOperationKnownToRelease(operation, rules))),
);
