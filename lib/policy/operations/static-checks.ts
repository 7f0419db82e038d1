import { isPhasedFamily } from "../rotations/families.ts";
import { beginsRotation, type CatalogueEntry } from "./catalogue-entry.ts";
import {
  annotationsField,
  forbiddenFieldError,
  type OperationCheck,
  type OperationError,
  operationField,
} from "./field-error.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import { catalogueEntryOfOperation } from "./vocabulary.ts";

/** The operations in both operation annotations of a Shoot. */
export interface OperationAnnotationLists {
  readonly operations: readonly string[];
  readonly maintenanceOperations: readonly string[];
}

/** Whether the operation is rejected while the Shoot is hibernated or wakes up. */
export function isForbiddenWhenHibernated(operation: string): boolean {
  return catalogueEntryOfOperation(operation)?.forbiddenWhenHibernated === true;
}

/** Errors for operations in both operation annotations. @source Gardener: pkg/api/core/validation/shoot.go */
export function checkOperationsInBothAnnotations({
  operations,
  maintenanceOperations,
}: OperationAnnotationLists): OperationError[] {
  if (operations.length === 0 || maintenanceOperations.length === 0) return [];
  const planned = new Set(maintenanceOperations);
  const shared = [...new Set(operations)].filter((operation) => planned.has(operation));
  if (shared.length === 0) return [];
  return [forbiddenFieldError(annotationsField, { id: "duplicate-with-maintenance", operations: shared })];
}

/**
 * Validates one operation apart from its rotation state: Kubernetes version, combinations, hibernation, encryption.
 * @source Gardener: pkg/api/core/validation/shoot.go
 */
export function checkOperationStatically(
  { facts, field, list, errors }: OperationCheck<ShootFacts>,
  operation: string,
): void {
  const { rules } = facts;
  const entry = catalogueEntryOfOperation(operation);
  if (!entry) return;
  if (facts.kubernetes134 && entry.etcdTwoStep && rules("rotation.etcdTwoStep") === "below134") {
    // From Gardener 1.133 on the path is that of the operation annotation even for the other annotation's operation.
    const at = rules("op.etcdErrorPath") === "ownKey" ? field : operationField;
    errors.push(forbiddenFieldError(at, { id: "k8s-134-single-step-only", operation }));
  }
  const incompatible = entry.incompatibleWith.filter((partner) => list.includes(partner));
  if (incompatible.length > 0) {
    errors.push(forbiddenFieldError(field, { id: "incompatible-operation", operation, with: incompatible }));
  }
  if ((facts.hibernationEnabled || facts.hibernated) && entry.forbiddenWhenHibernated) {
    errors.push(forbiddenFieldError(field, { id: facts.hibernationEnabled ? "hibernated" : "waking-up", operation }));
  }
  if (!facts.encryptionSettled && entry.needsSettledEncryption) {
    errors.push(forbiddenFieldError(field, { id: "encryption-config-rolling-out" }));
  }
}

type Motion = Pick<CatalogueEntry, "step" | "families">;

function moveAlike(one: Motion, other: Motion): boolean {
  return (beginsRotation(one) && beginsRotation(other)) || (one.step === "complete" && other.step === "complete");
}

/** Whether an operation starts (or completes) one credential's rotation that a combined operation includes. */
function isPartOf(single: string, combined: Motion): boolean {
  const entry = catalogueEntryOfOperation(single);
  const [family, ...others] = entry?.families ?? [];
  if (!entry || !family || others.length > 0 || !isPhasedFamily(family)) return false;
  return combined.families.length > 1 && moveAlike(entry, combined);
}

/** One error per operation on several credentials that conflicts with a single-credential one in `others`. */
function conflicts(list: readonly string[], others: readonly string[]): OperationError[] {
  return list.flatMap((operation) => {
    const entry = catalogueEntryOfOperation(operation);
    const partner = entry && others.find((other) => isPartOf(other, entry));
    if (partner === undefined) return [];
    return [forbiddenFieldError(operationField, { id: "covered-by-other-annotation", operation, with: partner })];
  });
}

/**
 * Errors at `gardener.cloud/operation` if one annotation operates on several credentials and the other on one of them.
 * @source Gardener: pkg/api/core/validation/shoot.go
 */
export function checkConflictsAcrossAnnotations({
  operations,
  maintenanceOperations,
}: OperationAnnotationLists): OperationError[] {
  if (operations.length === 0 || maintenanceOperations.length === 0) return [];
  return [...conflicts(maintenanceOperations, operations), ...conflicts(operations, maintenanceOperations)];
}

/**
 * Validation on every update: while hibernation is requested, operations forbidden in hibernation cannot be planned.
 * @source Gardener: pkg/api/core/validation/shoot.go (hibernation)
 */
export function checkPlannedWhenHibernated(facts: ShootFacts, planned: readonly string[]): OperationError[] {
  if (!facts.hibernationEnabled) return [];
  const operations = planned.filter(isForbiddenWhenHibernated);
  return operations.map((operation) =>
    forbiddenFieldError("spec.hibernation.enabled", { id: "maintenance-operation", operations: [operation] }),
  );
}
