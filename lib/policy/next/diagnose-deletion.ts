import { errorCodesOf, hasForceDeletionCode, remedyRoleOf } from "../status/error-codes.ts";
import { isRetriedByControllerManager } from "../status/failed-and-up-to-date.ts";
import { diagnoseReconcileBlocker } from "./diagnose-hold.ts";
import { diagnoseLastOperation } from "./diagnose-last-operation.ts";
import { responsibleRoleOf } from "./diagnosis.ts";
import { type DiagnosisCore, type DiagnosisInput, diagnosisWaitingForGardener } from "./diagnosis-core.ts";

/** Text in gardenlet's error while a Shoot in deletion has Bastions. @source pkg/gardenlet/controller/shoot/shoot */
const bastionsText = "shoot has still Bastions";

const retriedLater = {
  subject: { id: "failed", operation: "Delete", retriedAutomatically: true, retriedInWindow: false },
  turn: "Provider",
  next: "wait",
} as const;

function failedDiagnosis({ shoot }: DiagnosisInput): DiagnosisCore {
  const codes = errorCodesOf(shoot.status?.lastErrors);
  const forceDeletionPossible = hasForceDeletionCode(codes);
  if (isRetriedByControllerManager(shoot))
    return { ...retriedLater, since: shoot.status?.lastOperation?.lastUpdateTime };
  return {
    subject: { id: "deletion-failed", forceDeletionPossible },
    turn: responsibleRoleOf(remedyRoleOf(codes), "Owner"),
    next: forceDeletionPossible ? "force-delete-or-fix" : "fix-and-retry",
    since: shoot.status?.lastOperation?.lastUpdateTime,
  };
}

/**
 * Diagnosis of a Shoot in deletion. A Shoot that is already deleted or was never created is removed even if
 * reconciliation is blocked.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler.go (deleteShoot)
 */
export function diagnoseDeletion(facts: DiagnosisInput): DiagnosisCore {
  const { shoot, reading, decision } = facts;
  const since = shoot.metadata.deletionTimestamp;
  if (decision.outcome === "held-by-finalizer" && decision.finalizers.length > 0) {
    const subject = { id: "held-by-finalizer", finalizers: decision.finalizers } as const;
    return { subject, turn: "Owner", next: "remove-finalizers", since };
  }
  if (decision.outcome === "gone") return diagnosisWaitingForGardener({ id: "deletion-ends" }, since);
  if (decision.outcome === "waits-for-bastions" || reading.description?.startsWith(bastionsText)) {
    return diagnosisWaitingForGardener({ id: "waits-for-bastions", operation: "Delete" }, since);
  }
  const held = diagnoseReconcileBlocker(facts);
  if (held) return held;
  if (decision.outcome === "failed" && reading.type === "Delete") return failedDiagnosis(facts);
  if (reading.type === "Delete" || decision.outcome === "waits-for-seed") {
    return { ...diagnoseLastOperation(facts), since };
  }
  return diagnosisWaitingForGardener({ id: "deletion-requested" }, since);
}
