import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { isLeavingSeed, isMigratingOrRestoring } from "../status/seed-move.ts";
import type { OperationReason } from "./reasons.ts";
import { type ShootFacts, shootFacts } from "./shoot-facts.ts";
import { isForbiddenWhenHibernated } from "./static-checks.ts";

/**
 * Whether a migration to another Seed freezes the spec: it is requested and has not begun, it is running, or the
 * control plane is being restored.
 * @source Gardener: plugin/pkg/shoot/validator (validateScheduling)
 */
export function isSpecFrozenByMigration(facts: Pick<ShootFacts, "shoot" | "lastType" | "lastState">): boolean {
  return isMigratingOrRestoring(facts) || (facts.lastType !== undefined && isLeavingSeed(facts.shoot));
}

/** Why the API server rejects changes of a spec. @source Gardener: plugin/pkg/shoot/validator, shoot/strategy.go */
export function frozenSpecReasons(facts: ShootFacts): OperationReason[] {
  const reasons: OperationReason[] = [];
  if (facts.deleting) reasons.push({ id: "spec-frozen-by-deletion" });
  if (isSpecFrozenByMigration(facts)) reasons.push({ id: "migration-or-restore" });
  return reasons;
}

const saPhasesThatBlock: readonly string[] = ["Preparing", "Completing"];

function saBlocks(phase: string, rules: GardenerRules): boolean {
  if (saPhasesThatBlock.includes(phase)) return true;
  return phase === "PreparingWithoutWorkersRollout" && rules("hibernate.withoutRollout") === "refused";
}

/**
 * Reasons why `spec.hibernation.enabled` must not be set. The rotation phase of the CAs is never a reason.
 * @source Gardener: pkg/api/core/validation/shoot.go (hibernation), plugin/pkg/shoot/validator
 */
export function findHibernationChangeRejections(facts: ShootFacts): OperationReason[] {
  const { rules, phases, shoot } = facts;
  const reasons: OperationReason[] = [];
  if (rules("hibernate.selfHosted") === "refused" && facts.selfHosted) reasons.push({ id: "self-hosted" });
  reasons.push(...frozenSpecReasons(facts));
  const possible = shoot.status?.constraints?.find((constraint) => constraint?.type === "HibernationPossible");
  if (possible && possible.status !== "True") {
    reasons.push({ id: "hibernation-possible-constraint", status: possible.status });
  }
  if (phases.etcdEncryptionKey === "Preparing" || phases.etcdEncryptionKey === "Completing") {
    reasons.push({ id: "etcd-encryption-key-rotation", phase: phases.etcdEncryptionKey });
  }
  if (saBlocks(phases.serviceAccountKey, rules)) {
    reasons.push({ id: "service-account-key-rotation", phase: phases.serviceAccountKey });
  }
  if (!facts.encryptionSettled) reasons.push({ id: "encryption-config-rolling-out" });
  const planned = facts.maintenanceOperations.filter(isForbiddenWhenHibernated);
  if (planned.length > 0) reasons.push({ id: "maintenance-operation", operations: planned });
  return reasons;
}

/** Reasons why the Shoot must not be hibernated; empty when the API server would accept it. */
export function findHibernationRejections(shoot: Shoot, rules?: GardenerRules): OperationReason[] {
  return findHibernationChangeRejections(shootFacts(shoot, rules));
}
