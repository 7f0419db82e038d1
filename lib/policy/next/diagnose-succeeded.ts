import { formatInstant } from "#lib/kube/instant.ts";
import { waitingRotations } from "../rotations/families.ts";
import { isObserved } from "../status/failed-and-up-to-date.ts";
import { conditionsSince, type Findings, remedyRoleOfConditions, remedyRoleOfConstraints } from "../status/findings.ts";
import { hibernationState } from "../status/hibernation-state.ts";
import { specChangesDeferredSince, specWrittenAt } from "./deferred-spec-changes.ts";
import { responsibleRoleOf } from "./diagnosis.ts";
import { type DiagnosisCore, type DiagnosisInput, gardenerContinues } from "./diagnosis-core.ts";
import { responsibleSeed } from "./next-view.ts";
import { changeObservedWithinMs } from "./row-state.ts";

function conditionDiagnosis({ failing, unknown }: Findings): DiagnosisCore | undefined {
  const next = "look-at-conditions";
  if (failing.length > 0) {
    const turn = responsibleRoleOf(remedyRoleOfConditions(failing), "Operator");
    return { subject: { id: "conditions-failing" }, turn, next, since: conditionsSince(failing) };
  }
  if (unknown.length === 0) return undefined;
  return { subject: { id: "conditions-unknown" }, turn: "Operator", next, since: conditionsSince(unknown) };
}

/** Verdict for a flow that is about to begin, whatever the conditions report. */
function beginningDiagnosis(facts: DiagnosisInput): DiagnosisCore | undefined {
  const { shoot, reading, decision, nowMs } = facts;
  if (reading.type === "Migrate") {
    return gardenerContinues({ id: "moved-away", to: shoot.spec.seedName ?? undefined });
  }
  if (isObserved(shoot)) return undefined;
  if (decision.outcome === "waits-for-seed") {
    const subject = { id: "seed-not-ready", operation: "Reconcile", seed: responsibleSeed(shoot) } as const;
    return { subject, turn: "Operator", next: "make-seed-ready" };
  }
  const writtenAt = specWrittenAt(shoot);
  const overdue = writtenAt !== undefined && nowMs - writtenAt > changeObservedWithinMs;
  const confined = shoot.spec.maintenance?.confineSpecUpdateRollout === true;
  return {
    subject: { id: "change-pending", confined, overdue },
    turn: overdue ? "Owner" : "Gardener",
    next: overdue ? "reconcile-or-ask" : "wait",
    ...(writtenAt !== undefined && { since: formatInstant(writtenAt) }),
  };
}

function statusDiagnosis({ shoot, findings: { progressing, constraints } }: DiagnosisInput): DiagnosisCore | undefined {
  const heldSince = specChangesDeferredSince(shoot);
  if (heldSince !== undefined) {
    const since = formatInstant(heldSince);
    return { subject: { id: "changes-held" }, turn: "Gardener", next: "wait-for-window", since };
  }
  const hibernation = hibernationState(shoot);
  if (hibernation === "hibernating" || hibernation === "waking-up") {
    return gardenerContinues({ id: hibernation, progress: undefined });
  }
  if (progressing.length > 0) {
    return gardenerContinues({ id: "conditions-progressing" }, conditionsSince(progressing));
  }
  if (constraints.length === 0) return undefined;
  return {
    subject: { id: "constraints-failing" },
    turn: responsibleRoleOf(remedyRoleOfConstraints(constraints), "Owner"),
    next: "look-at-constraints",
    since: conditionsSince(constraints),
  };
}

/** Verdict when the last operation succeeded. @source Gardener docs, usage/shoot/shoot_status */
export function diagnoseSucceeded(facts: DiagnosisInput): DiagnosisCore {
  const { shoot, findings } = facts;
  const verdict = beginningDiagnosis(facts) ?? conditionDiagnosis(findings) ?? statusDiagnosis(facts);
  if (verdict) return verdict;
  const [rotation] = waitingRotations(shoot);
  if (rotation) {
    const { family, phase, wait, since } = rotation;
    return {
      subject: { id: "rotation-waits", family, phase },
      turn: "Owner",
      next: wait === "complete" ? "complete-rotation" : wait,
      since,
    };
  }
  const since = shoot.status?.lastOperation?.lastUpdateTime;
  const subject =
    hibernationState(shoot) === "hibernated" ? ({ id: "hibernated" } as const) : ({ id: "healthy" } as const);
  return { subject, turn: "Nobody", next: "nothing", since };
}
