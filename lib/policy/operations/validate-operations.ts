import type { Shoot } from "#lib/garden/shoot.ts";
import { type EditionRules, newestRules } from "#lib/policy/editions/edition-rules.ts";
import { rolloutFamily, rotateRollout } from "./annotations.ts";
import { checkContext } from "./context-checks.ts";
import { forbidden, maintenanceField, type OperationError, operationField } from "./field-error.ts";
import { type ShootFacts, shootFacts } from "./shoot-facts.ts";
import {
  checkAcross,
  checkPlannedWhenHibernated,
  checkShared,
  checkStatic,
  type OperationLists,
} from "./static-checks.ts";
import { isAnnotationOperation, soleOperations } from "./vocabulary.ts";

const withoutRolloutGate = "CredentialsRotationWithoutWorkersRollout";

/** Whether a release knows the operation, in the annotation that `field` names. */
export function isInVocabulary(operation: string, rules: EditionRules, field: string = operationField): boolean {
  const restricted = field === maintenanceField && rules("op.maintenanceSet") === "restricted";
  if (restricted && soleOperations.has(operation)) return false;
  const family = rolloutFamily(operation);
  if (family) return rules(family === rotateRollout ? "op.withoutRollout" : "op.rolloutWorkers") !== "unknown";
  if (!isAnnotationOperation(operation)) return false;
  if (operation.endsWith("-without-workers-rollout")) return rules("op.withoutRollout") !== "unknown";
  switch (operation) {
    case "rotate-kubeconfig-credentials":
      return rules("op.kubeconfig") === "known";
    case "force-in-place-update":
      return rules("op.forceInPlace") === "known";
    case "rotate-etcd-encryption-key":
      return rules("op.etcdSingle") === "known";
    default:
      return true;
  }
}

function checkVocabulary(facts: ShootFacts, list: readonly string[], field: string): OperationError | undefined {
  const { rules } = facts;
  for (const operation of list) {
    if (!isInVocabulary(operation, rules, field)) {
      return { type: "NotSupported", field, reason: { id: "unknown-operation", operation } };
    }
    if (list.length > 1 && soleOperations.has(operation)) {
      return forbidden(field, { id: "not-parallel", operation });
    }
    const family = rolloutFamily(operation);
    if (rules("op.selfHosted") === "refused" && facts.selfHostedUnmanaged && family) {
      return forbidden(field, { id: "self-hosted-unmanaged", operation });
    }
    const gated = family === rotateRollout || operation.endsWith("-without-workers-rollout");
    if (gated && rules("op.withoutRollout") === "forbidden") {
      return forbidden(field, { id: "gate-closed", operation, gate: withoutRolloutGate });
    }
  }
  return undefined;
}

/**
 * Validates both operation lists against the facts of a Shoot, in Gardener's order: the vocabulary (whose first failure
 * ends everything), shared operations, each operation by itself, conflicts across the annotations, then the context.
 * @source Gardener: pkg/api/core/validation/shoot.go (validateShootOperation)
 */
export function checkOperations(facts: ShootFacts, lists: OperationLists): OperationError[] {
  const { operations, maintenanceOperations } = lists;
  if (operations.length === 0 && maintenanceOperations.length === 0) return [];
  const unknown =
    checkVocabulary(facts, operations, operationField) ??
    checkVocabulary(facts, maintenanceOperations, maintenanceField);
  if (unknown) return [unknown];
  const errors = checkShared(lists);
  for (const operation of operations) {
    errors.push(...checkStatic(facts, { operation, field: operationField, partners: operations }));
  }
  for (const operation of maintenanceOperations) {
    errors.push(...checkStatic(facts, { operation, field: maintenanceField, partners: maintenanceOperations }));
  }
  errors.push(...checkAcross(lists));
  for (const operation of operations) errors.push(...checkContext(facts, operation, operationField));
  if (!facts.deleting) {
    for (const operation of maintenanceOperations) errors.push(...checkContext(facts, operation, maintenanceField));
  }
  return errors;
}

/** What the API server answers to the two operation annotations of a Shoot whose values are already normalised. */
export function validateOperations(shoot: Shoot, rules: EditionRules = newestRules): OperationError[] {
  const facts = shootFacts(shoot, rules);
  return checkOperations(facts, facts);
}

/** The same with the spec's own check, which runs on every update while hibernation is wished. */
export function validateOperationsOnUpdate(shoot: Shoot, rules: EditionRules = newestRules): OperationError[] {
  const facts = shootFacts(shoot, rules);
  return [...checkOperations(facts, facts), ...checkPlannedWhenHibernated(facts, facts.maintenanceOperations)];
}
