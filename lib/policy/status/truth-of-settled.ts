import type { Shoot } from "#lib/garden/shoot.ts";
import { type RotationWait, waitingRotations } from "#lib/policy/rotations/families.ts";
import { type Findings, fixerOfConditions, fixerOfConstraints, sinceOfConditions } from "./findings.ts";
import { hibernationState } from "./hibernation-state.ts";
import { type NextStep, turnOf } from "./truth.ts";
import type { Verdict } from "./verdict.ts";

function nextOfWait(wait: RotationWait): NextStep {
  switch (wait) {
    case "roll-pools":
    case "select-nodes":
    case "update-clients-and-complete":
      return wait;
    case "complete":
      return "complete-rotation";
    default:
      return wait satisfies never;
  }
}

/** Whether the garden has accepted a change that gardenlet has not taken up. False when either number is missing. */
export function hasUnobservedChange({ metadata, status }: Pick<Shoot, "metadata" | "status">): boolean {
  const { generation } = metadata;
  const observed = status?.observedGeneration;
  return typeof generation === "number" && typeof observed === "number" && generation > observed;
}

function conditionVerdict({ failing, unknown }: Findings): Verdict | undefined {
  if (failing.length > 0) {
    return {
      subject: { id: "conditions-failing" },
      turn: turnOf(fixerOfConditions(failing), "Operator"),
      next: "look-at-conditions",
      since: sinceOfConditions(failing),
    };
  }
  if (unknown.length === 0) return undefined;
  return {
    subject: { id: "conditions-unknown" },
    turn: "Operator",
    next: "look-at-conditions",
    since: sinceOfConditions(unknown),
  };
}

function pendingVerdict(shoot: Shoot, { progressing, constraints }: Findings): Verdict | undefined {
  if (hasUnobservedChange(shoot)) {
    const confined = shoot.spec.maintenance?.confineSpecUpdateRollout === true;
    return { subject: { id: "change-pending" }, turn: "Gardener", next: confined ? "wait-for-window" : "wait" };
  }
  const hibernation = hibernationState(shoot);
  if (hibernation === "hibernating" || hibernation === "waking-up") {
    return { subject: { id: hibernation, progress: undefined }, turn: "Gardener", next: "wait" };
  }
  if (progressing.length > 0) {
    return {
      subject: { id: "conditions-progressing" },
      turn: "Gardener",
      next: "wait",
      since: sinceOfConditions(progressing),
    };
  }
  if (constraints.length === 0) return undefined;
  return {
    subject: { id: "constraints-failing" },
    turn: turnOf(fixerOfConstraints(constraints), "Owner"),
    next: "look-at-constraints",
    since: sinceOfConditions(constraints),
  };
}

/** What is the case when the last operation succeeded. @source Gardener docs, usage/shoot/shoot_status */
export function settledVerdict(shoot: Shoot, findings: Findings): Verdict {
  const verdict = conditionVerdict(findings) ?? pendingVerdict(shoot, findings);
  if (verdict) return verdict;
  const [rotation] = waitingRotations(shoot);
  if (rotation) {
    const { family, phase, wait, since } = rotation;
    return { subject: { id: "rotation-waits", family, phase }, turn: "Owner", next: nextOfWait(wait), since };
  }
  const since = shoot.status?.lastOperation?.lastUpdateTime;
  if (hibernationState(shoot) === "hibernated") {
    return { subject: { id: "hibernated" }, turn: "Nobody", next: "nothing", since };
  }
  return { subject: { id: "healthy" }, turn: "Nobody", next: "nothing", since };
}
