import { isIdle, type PhasedFamily, phasedFamilies, type TwinFamily } from "#lib/policy/rotations/families.ts";
import { rollout, rolloutFamily } from "./annotations.ts";
import { forbidden, type OperationError } from "./field-error.ts";
import { checkRollout, checkRotateRollout } from "./pool-checks.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import { type AnnotationOperationId, isAnnotationOperation } from "./vocabulary.ts";

function checkStartGate({ startGate, lastType, lastState }: ShootFacts, field: string): OperationError[] {
  if (startGate) return [];
  return [forbidden(field, { id: "last-operation-not-ready", type: lastType, state: lastState })];
}

function checkIdle({ phases }: ShootFacts, family: PhasedFamily, field: string): OperationError[] {
  const phase = phases[family];
  return isIdle(phase) ? [] : [forbidden(field, { id: "rotation-in-progress", family, phase })];
}

function checkPrepared({ phases }: ShootFacts, family: PhasedFamily, field: string): OperationError[] {
  const phase = phases[family];
  return phase === "Prepared" ? [] : [forbidden(field, { id: "not-prepared", family, phase })];
}

function checkInPlacePending({ rules, pendingAuto, pendingManual }: ShootFacts, field: string): OperationError[] {
  if (rules("op.inPlacePending") === "ignored") return [];
  const errors: OperationError[] = [];
  if (pendingAuto.length > 0) {
    errors.push(forbidden(field, { id: "worker-update-pending", strategy: "auto", pools: pendingAuto }));
  }
  if (pendingManual.length > 0) {
    errors.push(forbidden(field, { id: "worker-update-pending", strategy: "manual", pools: pendingManual }));
  }
  return errors;
}

function checkTwinStart(facts: ShootFacts, family: TwinFamily, field: string): OperationError[] {
  return [...checkStartGate(facts, field), ...checkIdle(facts, family, field), ...checkInPlacePending(facts, field)];
}

function checkCombinedStart(facts: ShootFacts, field: string): OperationError[] {
  return [
    ...checkStartGate(facts, field),
    ...phasedFamilies.flatMap((family) => checkIdle(facts, family, field)),
    ...checkInPlacePending(facts, field),
  ];
}

function checkCombinedComplete(facts: ShootFacts, field: string): OperationError[] {
  const etcdCounts = !(facts.rules("rotation.completeWithoutEtcd") === "from134" && facts.kubernetes134);
  return [
    ...checkPrepared(facts, "certificateAuthorities", field),
    ...checkPrepared(facts, "serviceAccountKey", field),
    ...(etcdCounts ? checkPrepared(facts, "etcdEncryptionKey", field) : []),
  ];
}

const none: OperationError[] = [];

function checkKnown(facts: ShootFacts, operation: AnnotationOperationId, field: string): OperationError[] {
  switch (operation) {
    case "rotate-credentials-start":
    case "rotate-credentials-start-without-workers-rollout":
      return checkCombinedStart(facts, field);
    case "rotate-credentials-complete":
      return checkCombinedComplete(facts, field);
    case "rotate-ca-start":
    case "rotate-ca-start-without-workers-rollout":
      return checkTwinStart(facts, "certificateAuthorities", field);
    case "rotate-serviceaccount-key-start":
    case "rotate-serviceaccount-key-start-without-workers-rollout":
      return checkTwinStart(facts, "serviceAccountKey", field);
    case "rotate-ca-complete":
      return checkPrepared(facts, "certificateAuthorities", field);
    case "rotate-serviceaccount-key-complete":
      return checkPrepared(facts, "serviceAccountKey", field);
    case "rotate-etcd-encryption-key":
    case "rotate-etcd-encryption-key-start":
      return [...checkStartGate(facts, field), ...checkIdle(facts, "etcdEncryptionKey", field)];
    case "rotate-etcd-encryption-key-complete":
      return checkPrepared(facts, "etcdEncryptionKey", field);
    case "rotate-kubeconfig-credentials":
      return facts.deleting ? [forbidden(field, { id: "deletion", operation })] : none;
    case "reconcile":
    case "retry":
    case "maintain":
    case "force-in-place-update":
    case "rotate-ssh-keypair":
    case "rotate-observability-credentials":
    case "rotate-rollout-workers":
    case "rollout-workers":
      return none;
    default:
      return operation satisfies never;
  }
}

/**
 * What the state of the Shoot says to one operation: start gate, phases, pending in-place pools, pools.
 * @source Gardener: pkg/api/core/validation/shoot.go (validateShootOperationContext)
 */
export function checkContext(facts: ShootFacts, operation: string, field: string): OperationError[] {
  const family = rolloutFamily(operation);
  if (family === rollout) return checkRollout(facts, operation, field);
  if (family) return checkRotateRollout(facts, operation, field);
  return isAnnotationOperation(operation) ? checkKnown(facts, operation, field) : none;
}
