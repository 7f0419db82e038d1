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
import { entryOnWire } from "./vocabulary.ts";

/** The operations of both annotations under validation. */
export interface OperationLists {
  readonly operations: readonly string[];
  readonly maintenanceOperations: readonly string[];
}

/** Whether the operation is rejected while the Shoot is hibernated or wakes up. */
export function isForbiddenWhenHibernated(operation: string): boolean {
  return entryOnWire(operation)?.forbiddenWhenHibernated === true;
}

/** Errors for operations in both annotations. @source Gardener: pkg/api/core/validation/shoot.go */
export function checkShared({ operations, maintenanceOperations }: OperationLists): OperationError[] {
  if (operations.length === 0 || maintenanceOperations.length === 0) return [];
  const planned = new Set(maintenanceOperations);
  const shared = [...new Set(operations)].filter((operation) => planned.has(operation));
  if (shared.length === 0) return [];
  return [forbiddenFieldError(annotationsField, { id: "duplicate-with-maintenance", operations: shared })];
}

/**
 * Validates one operation without its rotation state: Kubernetes version, combinations, hibernation, encryption.
 * @source Gardener: pkg/api/core/validation/shoot.go
 */
export function checkStatic({ facts, field, list, errors }: OperationCheck<ShootFacts>, operation: string): void {
  const { rules } = facts;
  const entry = entryOnWire(operation);
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

/** Whether an operation starts or completes for one phased family what the other one does for several. */
function isPartOf(single: string, combined: Motion): boolean {
  const entry = entryOnWire(single);
  const [family, ...others] = entry?.families ?? [];
  if (!entry || !family || others.length > 0 || !isPhasedFamily(family)) return false;
  return combined.families.length > 1 && moveAlike(entry, combined);
}

/** One error for each combined operation of `list` that conflicts with a single one of its kind among `others`. */
function conflicts(list: readonly string[], others: readonly string[]): OperationError[] {
  return list.flatMap((operation) => {
    const entry = entryOnWire(operation);
    const partner = entry && others.find((other) => isPartOf(other, entry));
    if (partner === undefined) return [];
    return [forbiddenFieldError(operationField, { id: "covered-by-other-annotation", operation, with: partner })];
  });
}

/**
 * Errors for a combined operation in one annotation and a single one in the other; always at the operation annotation.
 * @source Gardener: pkg/api/core/validation/shoot.go
 */
export function checkAcross({ operations, maintenanceOperations }: OperationLists): OperationError[] {
  if (operations.length === 0 || maintenanceOperations.length === 0) return [];
  return [...conflicts(maintenanceOperations, operations), ...conflicts(operations, maintenanceOperations)];
}

/**
 * Spec validation on every update: while hibernation is requested, no operation it forbids may be planned.
 * @source Gardener: pkg/api/core/validation/shoot.go (hibernation)
 */
export function checkPlannedWhenHibernated(facts: ShootFacts, planned: readonly string[]): OperationError[] {
  if (!facts.hibernationEnabled) return [];
  const operations = planned.filter(isForbiddenWhenHibernated);
  return operations.map((operation) =>
    forbiddenFieldError("spec.hibernation.enabled", { id: "maintenance-operation", operations: [operation] }),
  );
}
