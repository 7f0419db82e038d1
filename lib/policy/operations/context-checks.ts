import { isIdle, type PhasedFamily, phasedFamilies, type TwinFamily } from "#lib/policy/rotations/families.ts";
import { rollout, rolloutFamily } from "./annotations.ts";
import { forbidden, type OperationCheck } from "./field-error.ts";
import { checkRollout, checkRotateRollout } from "./pool-checks.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import { type AnnotationOperationId, isAnnotationOperation } from "./vocabulary.ts";

type Check = OperationCheck<ShootFacts>;

function checkStartGate({ facts, field, errors }: Check): void {
  if (facts.startGate) return;
  errors.push(forbidden(field, { id: "last-operation-not-ready", type: facts.lastType, state: facts.lastState }));
}

function checkIdle({ facts, field, errors }: Check, family: PhasedFamily): void {
  const phase = facts.phases[family];
  if (!isIdle(phase)) errors.push(forbidden(field, { id: "rotation-in-progress", family, phase }));
}

function checkPrepared({ facts, field, errors }: Check, family: PhasedFamily): void {
  const phase = facts.phases[family];
  if (phase !== "Prepared") errors.push(forbidden(field, { id: "not-prepared", family, phase }));
}

function checkInPlacePending({ facts, field, errors }: Check): void {
  const { rules, pendingAuto, pendingManual } = facts;
  if (pendingAuto.length === 0 && pendingManual.length === 0) return;
  if (rules("op.inPlacePending") === "ignored") return;
  if (pendingAuto.length > 0) {
    errors.push(forbidden(field, { id: "worker-update-pending", strategy: "auto", pools: pendingAuto }));
  }
  if (pendingManual.length > 0) {
    errors.push(forbidden(field, { id: "worker-update-pending", strategy: "manual", pools: pendingManual }));
  }
}

function checkTwinStart(check: Check, family: TwinFamily): void {
  checkStartGate(check);
  checkIdle(check, family);
  checkInPlacePending(check);
}

function checkCombinedStart(check: Check): void {
  checkStartGate(check);
  for (const family of phasedFamilies) checkIdle(check, family);
  checkInPlacePending(check);
}

function checkCombinedComplete(check: Check): void {
  checkPrepared(check, "certificateAuthorities");
  checkPrepared(check, "serviceAccountKey");
  const { facts } = check;
  const withoutEtcd = facts.kubernetes134 && facts.rules("rotation.completeWithoutEtcd") === "from134";
  if (!withoutEtcd) checkPrepared(check, "etcdEncryptionKey");
}

function checkEtcdStart(check: Check): void {
  checkStartGate(check);
  checkIdle(check, "etcdEncryptionKey");
}

function checkKnown(check: Check, operation: AnnotationOperationId): void {
  switch (operation) {
    case "rotate-credentials-start":
    case "rotate-credentials-start-without-workers-rollout":
      checkCombinedStart(check);
      break;
    case "rotate-credentials-complete":
      checkCombinedComplete(check);
      break;
    case "rotate-ca-start":
    case "rotate-ca-start-without-workers-rollout":
      checkTwinStart(check, "certificateAuthorities");
      break;
    case "rotate-serviceaccount-key-start":
    case "rotate-serviceaccount-key-start-without-workers-rollout":
      checkTwinStart(check, "serviceAccountKey");
      break;
    case "rotate-ca-complete":
      checkPrepared(check, "certificateAuthorities");
      break;
    case "rotate-serviceaccount-key-complete":
      checkPrepared(check, "serviceAccountKey");
      break;
    case "rotate-etcd-encryption-key":
    case "rotate-etcd-encryption-key-start":
      checkEtcdStart(check);
      break;
    case "rotate-etcd-encryption-key-complete":
      checkPrepared(check, "etcdEncryptionKey");
      break;
    case "rotate-kubeconfig-credentials":
      if (check.facts.deleting) check.errors.push(forbidden(check.field, { id: "deletion", operation }));
      break;
    case "reconcile":
    case "retry":
    case "maintain":
    case "force-in-place-update":
    case "rotate-ssh-keypair":
    case "rotate-observability-credentials":
    case "rotate-rollout-workers":
    case "rollout-workers":
      break;
    default:
      operation satisfies never;
  }
}

/**
 * What the state of the Shoot says to one operation: start gate, phases, pending in-place pools, pools.
 * @source Gardener: pkg/api/core/validation/shoot.go (validateShootOperationContext)
 */
export function checkContext(check: Check, operation: string): void {
  const family = rolloutFamily(operation);
  if (family) {
    const checkPools = family === rollout ? checkRollout : checkRotateRollout;
    check.errors.push(...checkPools(check.facts, operation, check.field));
  } else if (isAnnotationOperation(operation)) checkKnown(check, operation);
}
