import { formatInstant } from "#lib/kube/instant.ts";
import { waitingRotations } from "../rotations/families.ts";
import { isGenerationObserved } from "../status/failed-and-up-to-date.ts";
import {
  conditionsUnhealthySince,
  remedyRoleOfConditions,
  remedyRoleOfConstraints,
  type ShootFindings,
} from "../status/findings.ts";
import { hibernationState } from "../status/hibernation-state.ts";
import { specChangesDeferredSince, specWrittenAt } from "./deferred-spec-changes.ts";
import { responsibleRoleOf } from "./diagnosis.ts";
import { type DiagnosisCore, type DiagnosisInput, diagnosisWaitingForGardener } from "./diagnosis-core.ts";
import { responsibleSeedName } from "./next-view.ts";
import { changeOverdueAfterMs } from "./row-state.ts";

function conditionDiagnosis({ failing, unknown }: ShootFindings): DiagnosisCore | undefined {
  const next = "look-at-conditions";
  if (failing.length > 0) {
    const turn = responsibleRoleOf(remedyRoleOfConditions(failing), "Operator");
    return { subject: { id: "conditions-failing" }, turn, next, since: conditionsUnhealthySince(failing) };
  }
  if (unknown.length === 0) return undefined;
  return { subject: { id: "conditions-unknown" }, turn: "Operator", next, since: conditionsUnhealthySince(unknown) };
}

/** Diagnosis of a Shoot with a flow about to begin, whatever its conditions report; undefined for other Shoots. */
function beginningDiagnosis(facts: DiagnosisInput): DiagnosisCore | undefined {
  const { shoot, reading, decision, nowMs } = facts;
  if (reading.type === "Migrate") {
    return diagnosisWaitingForGardener({ id: "moved-away", to: shoot.spec.seedName ?? undefined });
  }
  if (isGenerationObserved(shoot)) return undefined;
  if (decision.outcome === "waits-for-seed") {
    const subject = { id: "seed-not-ready", operation: "Reconcile", seed: responsibleSeedName(shoot) } as const;
    return { subject, turn: "Operator", next: "make-seed-ready" };
  }
  const writtenAt = specWrittenAt(shoot);
  const overdue = writtenAt !== undefined && nowMs - writtenAt > changeOverdueAfterMs;
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
    return diagnosisWaitingForGardener({ id: hibernation, progress: undefined });
  }
  if (progressing.length > 0) {
    return diagnosisWaitingForGardener({ id: "conditions-progressing" }, conditionsUnhealthySince(progressing));
  }
  if (constraints.length === 0) return undefined;
  return {
    subject: { id: "constraints-failing" },
    turn: responsibleRoleOf(remedyRoleOfConstraints(constraints), "Owner"),
    next: "look-at-constraints",
    since: conditionsUnhealthySince(constraints),
  };
}

/** Diagnosis of a Shoot whose last operation succeeded. @source Gardener docs, usage/shoot/shoot_status */
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
