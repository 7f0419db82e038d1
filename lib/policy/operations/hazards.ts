import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import type { PhasedFamily } from "../rotations/families.ts";
import { isPhasedFamily } from "../rotations/families.ts";
import { codesOf, errorCodeRule } from "../status/error-codes.ts";
import { operationCatalogue } from "./catalogue.ts";
import { beginsRotation } from "./catalogue-entry.ts";
import type { Reason } from "./reasons.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import { type AnnotationOperationId, isAnnotationOperation } from "./vocabulary.ts";

const none: Reason[] = [];

/** The controller-manager requests a retry this long after the failure at the earliest; at most 5 minutes later. */
const automaticRetryMs = 10 * 60 * 1000;

/** The phased families affected by an operation. */
function familiesOf(operation: string): readonly PhasedFamily[] {
  if (!isAnnotationOperation(operation)) return [];
  const { families, step } = operationCatalogue[operation];
  return step === "roll" ? [] : families.filter(isPhasedFamily);
}

/**
 * Refuses two operations of one family in both annotations: once the phase has advanced, the planned one is invalid and
 * every write of the Shoot is rejected, including gardenlet's own.
 */
function sameFamilyElsewhere(operation: AnnotationOperationId, elsewhere: readonly string[]): Reason[] {
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
): readonly Reason[] {
  const planned = when === "in-window";
  if (facts.deleting && operation !== "reconcile" && !(operation === "retry" && facts.lastState === "Failed")) {
    return [{ id: "deletion", operation }];
  }
  if (planned && operationCatalogue[operation].sole) return [{ id: "not-for-maintenance", operation }];
  switch (operation) {
    case "rollout-workers":
      if (facts.workers.length === 0) return [{ id: "nothing-to-do", operation }];
      // Without MachineDeployments every later flow fails at its start until the annotation is removed.
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
export function cautionsOf(facts: ShootFacts, operation: AnnotationOperationId): readonly Reason[] {
  const { step, families } = operationCatalogue[operation];
  if (step === "complete") return [{ id: "drops-old-credentials", families: families.filter(isPhasedFamily) }];
  return beginsRotation({ step }) && facts.lastState === "Error" ? [{ id: "starts-at-next-attempt" }] : none;
}

/** Hints to show before an operation is requested. */
export function hintsOf(
  facts: ShootFacts,
  operation: AnnotationOperationId,
  { when, windowOpen }: { readonly when: "now" | "in-window"; readonly windowOpen: boolean },
): readonly Reason[] {
  const hints: Reason[] = [];
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
    const codes = codesOf(shoot.status?.lastErrors);
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
