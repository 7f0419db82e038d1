import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import type { PhasedFamily } from "../rotations/families.ts";
import { isPhasedFamily } from "../rotations/families.ts";
import { errorCodeRule, errorCodesOf } from "../status/error-codes.ts";
import { operationCatalogue } from "./catalogue.ts";
import { beginsRotation } from "./catalogue-entry.ts";
import type { OperationReason } from "./reasons.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import { type AnnotationOperationId, isAnnotationOperation } from "./vocabulary.ts";

const none: OperationReason[] = [];

/** Minimum time from a failure to the controller-manager's automatic retry, which comes at most 5 minutes later. */
const automaticRetryMs = 10 * 60 * 1000;

/** The credentials whose two-phase rotation the operation starts or completes. */
function familiesOf(operation: string): readonly PhasedFamily[] {
  if (!isAnnotationOperation(operation)) return [];
  const { families, step } = operationCatalogue[operation];
  return step === "roll" ? [] : families.filter(isPhasedFamily);
}

/**
 * Reason against an operation while the other annotation has one for the same credential: once the rotation phase has
 * advanced, the planned operation is invalid, and every write of the Shoot is rejected, including gardenlet's own.
 */
function sameFamilyElsewhere(operation: AnnotationOperationId, elsewhere: readonly string[]): OperationReason[] {
  if (elsewhere.length === 0) return none;
  const families = familiesOf(operation);
  const other = elsewhere.find(
    (candidate) => candidate !== operation && familiesOf(candidate).some((family) => families.includes(family)),
  );
  return other === undefined ? none : [{ id: "same-family-in-other-annotation", operation, other }];
}

/** Reasons why the dashboard does not send an operation that the API server would accept. */
export function findDashboardBlockers(
  facts: ShootFacts,
  operation: AnnotationOperationId,
  when: "now" | "in-window",
): readonly OperationReason[] {
  const planned = when === "in-window";
  if (facts.deleting && operation !== "reconcile" && !(operation === "retry" && facts.lastState === "Failed")) {
    return [{ id: "deletion", operation }];
  }
  if (planned && operationCatalogue[operation].sole) return [{ id: "not-for-maintenance", operation }];
  switch (operation) {
    case "rollout-workers":
      if (facts.workers.length === 0) return [{ id: "nothing-to-do", operation }];
      // If MachineDeployments are missing, every later flow fails at its start until the annotation is removed.
      return facts.startGate ? none : [{ id: "machines-may-not-exist" }];
    case "force-in-place-update":
      return facts.pendingAuto.length + facts.pendingManual.length > 0 ? none : [{ id: "nothing-to-do", operation }];
    case "rotate-credentials-start-without-workers-rollout":
      if (!facts.encryptionSettled) return [{ id: "encryption-settles-first" }];
      break;
    default:
  }
  return sameFamilyElsewhere(operation, planned ? facts.operations : facts.maintenanceOperations);
}

/** Cautions about an operation that the API server would accept. */
export function cautionsOfOperation(facts: ShootFacts, operation: AnnotationOperationId): readonly OperationReason[] {
  const { step, families } = operationCatalogue[operation];
  if (step === "complete") return [{ id: "drops-old-credentials", families: families.filter(isPhasedFamily) }];
  return beginsRotation({ step }) && facts.lastState === "Error" ? [{ id: "starts-at-next-attempt" }] : none;
}

/** Hints to show before an operation is requested. */
export function hintsOfOperation(
  facts: ShootFacts,
  operation: AnnotationOperationId,
  { when, windowOpen }: { readonly when: "now" | "in-window"; readonly windowOpen: boolean },
): readonly OperationReason[] {
  const hints: OperationReason[] = [];
  const { shoot } = facts;
  if (when === "in-window") hints.push({ id: "will-wait-for-window" });
  else if (facts.operations.length > 0) {
    const maintained = operation === "maintain" || windowOpen;
    hints.push({
      id: maintained ? "maintenance-replaces-pending" : "operation-pending",
      pending: facts.operations,
    });
  }
  if (operation === "reconcile" || operation === "retry") {
    const auto = shoot.status?.credentials?.rotation?.etcdEncryptionKey?.autoCompleteAfterPrepared === true;
    const completes = facts.rules("rotation.etcd") === "completesItself" && (auto || facts.kubernetes134);
    if (facts.phases.etcdEncryptionKey === "Prepared" && completes) hints.push({ id: "etcd-completes-by-itself" });
  }
  if (operation === "retry" && facts.lastState === "Failed") {
    const codes = errorCodesOf(shoot.status?.lastErrors);
    const failedAt = parseInstant(shoot.status?.lastOperation?.lastUpdateTime);
    if (codes.some((code) => errorCodeRule(code)?.retriedByControllerManager)) {
      hints.push({
        id: "retried-automatically",
        fromAt: failedAt === undefined ? undefined : formatInstant(failedAt + automaticRetryMs),
      });
    }
  }
  if (facts.rules("op.etcdSingle") === "known" && operationCatalogue[operation].etcdTwoStep) {
    hints.push({ id: "legacy-etcd-operation", operation });
  }
  return hints;
}
