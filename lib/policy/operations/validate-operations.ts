import type { Shoot } from "#lib/garden/shoot.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { rolloutOperationPrefix } from "./annotations.ts";
import { checkOperationContext } from "./context-checks.ts";
import { forbiddenFieldError, maintenanceField, type OperationError, operationField } from "./field-error.ts";
import { type ShootFacts, shootFacts } from "./shoot-facts.ts";
import {
  checkConflictsAcrossAnnotations,
  checkOperationStatically,
  checkOperationsInBothAnnotations,
  checkPlannedWhenHibernated,
  type OperationAnnotationLists,
} from "./static-checks.ts";
import { isAnnotationOperation, mustBeSoleOperation } from "./vocabulary.ts";
import { isOperationKnownToRelease, knownOperationRuleOf } from "./vocabulary-of-release.ts";

const withoutRolloutGate = "CredentialsRotationWithoutWorkersRollout";

/** Whether the Gardener release knows the operation; uses precomputed facts where possible. */
function isKnown(operation: string, facts: ShootFacts, field: string): boolean {
  if (field === operationField && isAnnotationOperation(operation)) return !facts.unknown.has(operation);
  return isOperationKnownToRelease(operation, facts.rules, field);
}

function checkVocabulary(facts: ShootFacts, list: readonly string[], field: string): OperationError | undefined {
  const { rules } = facts;
  for (const operation of list) {
    if (!isKnown(operation, facts, field)) {
      return { type: "NotSupported", field, reason: { id: "unknown-operation", operation } };
    }
    if (list.length > 1 && mustBeSoleOperation(operation)) {
      return forbiddenFieldError(field, { id: "not-parallel", operation });
    }
    if (facts.selfHostedUnmanaged && rolloutOperationPrefix(operation) && rules("op.selfHosted") === "refused") {
      return forbiddenFieldError(field, { id: "self-hosted-unmanaged", operation });
    }
    if (rules("op.withoutRollout") === "forbidden" && knownOperationRuleOf(operation) === "op.withoutRollout") {
      return forbiddenFieldError(field, { id: "gate-closed", operation, gate: withoutRolloutGate });
    }
  }
  return undefined;
}

/**
 * Validates both operation lists against the facts of a Shoot, in Gardener's order: known operations (the first unknown
 * one ends validation), duplicates, each operation by itself, conflicts across annotations, then the Shoot's state.
 * @source Gardener: pkg/api/core/validation/shoot.go (validateShootOperation)
 */
export function checkOperations(facts: ShootFacts, lists: OperationAnnotationLists): OperationError[] {
  const { operations, maintenanceOperations } = lists;
  if (operations.length === 0 && maintenanceOperations.length === 0) return [];
  const unknown =
    checkVocabulary(facts, operations, operationField) ??
    checkVocabulary(facts, maintenanceOperations, maintenanceField);
  if (unknown) return [unknown];
  const errors = checkOperationsInBothAnnotations(lists);
  const now = { facts, field: operationField, list: operations, errors };
  const planned = { facts, field: maintenanceField, list: maintenanceOperations, errors };
  for (const operation of operations) checkOperationStatically(now, operation);
  for (const operation of maintenanceOperations) checkOperationStatically(planned, operation);
  errors.push(...checkConflictsAcrossAnnotations(lists));
  for (const operation of operations) checkOperationContext(now, operation);
  if (!facts.deleting) for (const operation of maintenanceOperations) checkOperationContext(planned, operation);
  return errors;
}

/** The API server's errors for the two operation annotations of a Shoot, whose values are already normalised. */
export function validateOperations(shoot: Shoot, rules: GardenerRules = newestRules): OperationError[] {
  const facts = shootFacts(shoot, rules);
  return checkOperations(facts, facts);
}

/** The API server's errors for a Shoot's operation annotations on update, also those while hibernation is requested. */
export function validateOperationsOnUpdate(shoot: Shoot, rules: GardenerRules = newestRules): OperationError[] {
  const facts = shootFacts(shoot, rules);
  return [...checkOperations(facts, facts), ...checkPlannedWhenHibernated(facts, facts.maintenanceOperations)];
}
