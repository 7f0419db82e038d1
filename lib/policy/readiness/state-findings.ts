import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import type { DiagnosisContext } from "../next/next-view.ts";
import { readIgnoreStatus, reconcileBlockerOf } from "../next/reconcile-blocker.ts";
import { isSpecFrozenByMigration } from "../operations/hibernation.ts";
import { shootFacts } from "../operations/shoot-facts.ts";
import { type PhasedFamily, pendingInPlacePools, phasedFamilies } from "../rotations/families.ts";
import { rotationProgress } from "../rotations/rotation-progress.ts";
import { type ConstraintConsequence, viewConstraint } from "../status/constraints.ts";
import { errorCodesOf, remedyRoleOf } from "../status/error-codes.ts";
import { findingsOf, remedyRoleOfConditions } from "../status/findings.ts";
import type { ReadinessFinding, ReadinessSeverity, RotationStepUnderWay } from "./readiness-finding.ts";

type Findings = readonly ReadinessFinding[];

/** What keeps Gardener from doing anything to the cluster. */
export function blockerFindings(shoot: Shoot, view: DiagnosisContext): Findings {
  const blocker = reconcileBlockerOf(shoot, view);
  if (blocker !== undefined) {
    const fixer = blocker.id === "ignored" ? "user" : "operator";
    const { id, seed } = blocker;
    return [{ id: "not-reconciled", severity: "blocks", fixer, certainty: "known", blocker: id, seed }];
  }
  if (readIgnoreStatus(shoot) !== "perhaps") return [];
  return [{ id: "perhaps-ignored", severity: "risk", fixer: "user", certainty: "assumed" }];
}

/** Whether a move to another Seed keeps the spec from being changed at all. A failed one goes on only when it is retried. */
export function frozenSpecFindings(shoot: Shoot, rules: GardenerRules): Findings {
  if (!isSpecFrozenByMigration(shootFacts(shoot, rules))) return [];
  const { lastOperation, lastErrors } = shoot.status ?? {};
  const isFailed = lastOperation?.state === "Failed";
  const fixer = isFailed ? (remedyRoleOf(errorCodesOf(lastErrors)) ?? "operator") : "gardener";
  return [{ id: "spec-frozen", severity: "blocks", fixer, certainty: "known", isFailed }];
}

/** What the last operation means for the next one. */
export function operationFindings({ spec, status }: Shoot): Findings {
  const { lastOperation, lastErrors } = status ?? {};
  const facts = { operation: lastOperation?.type, certainty: "known" } as const;
  const fixer = remedyRoleOf(errorCodesOf(lastErrors)) ?? "operator";
  switch (lastOperation?.state) {
    case "Failed":
      return spec.maintenance?.confineSpecUpdateRollout === true
        ? [{ id: "failed-and-confined", severity: "blocks", fixer, ...facts }]
        : [{ id: "operation-failed", severity: "risk", fixer, ...facts }];
    case "Error":
      return [{ id: "operation-retrying", severity: "risk", fixer, ...facts }];
    case "Aborted":
      return [{ id: "operation-running", severity: "note", fixer: "gardener", isInterrupted: true, ...facts }];
    case "Processing":
    case "Pending":
      return [{ id: "operation-running", severity: "note", fixer: "gardener", isInterrupted: false, ...facts }];
    default:
      return [];
  }
}

/** Conditions that are not fine. Those that are only being checked again are no finding. */
export function conditionFindings(shoot: Shoot): Findings {
  const { failing, unknown } = findingsOf(shoot);
  const found = [
    ["conditions-failing", failing],
    ["conditions-unknown", unknown],
  ] as const;
  return found.flatMap(([id, conditions]): Findings => {
    if (conditions.length === 0) return [];
    const fixer = remedyRoleOfConditions(conditions) ?? "operator";
    return [{ id, severity: "risk", fixer, certainty: "known", types: conditions.map(({ type }) => type) }];
  });
}

/** Severity for an update. Those that concern hibernation, rotations or costs do not harm it. */
const severityOfConstraint: Readonly<Record<ConstraintConsequence, ReadinessSeverity>> = {
  "maintenance-may-fail": "risk",
  "conversion-webhooks-block": "risk",
  "managed-resources-ignored": "risk",
  "manual-update-pending": "risk",
  "hibernation-refused": "note",
  "ca-expires-soon": "note",
  "failed-machines-preserved": "note",
  "automatic-rotation-impossible": "note",
  "migration-waits": "note",
  "dual-stack-migration-waits": "note",
  "dns-migration-waits": "note",
  "old-proxy-port": "note",
  "unrecognised-constraint": "note",
};

/** Constraints that are not fulfilled. A pending update in place is a finding of its own. */
export function constraintFindings(shoot: Shoot): Findings {
  return findingsOf(shoot).constraints.flatMap((constraint): Findings => {
    const { type, consequence, fixer = "user" } = viewConstraint(constraint);
    if (consequence === "manual-update-pending" && pendingPoolNames(shoot).length > 0) return [];
    return [
      {
        id: "constraint",
        severity: severityOfConstraint[consequence],
        fixer,
        certainty: "known",
        type,
        consequence,
      },
    ];
  });
}

/** Severity of a rotation in each step. One that only waits for its completion does not meet the update. */
const severityOfRotation: Readonly<Record<RotationStepUnderWay, ReadinessSeverity>> = {
  "ready-to-complete": "note",
  preparing: "risk",
  "waiting-for-pools": "risk",
  completing: "risk",
  unrecognised: "risk",
};

/** Rotations with phases that are under way. @param now epoch milliseconds */
export function rotationFindings(shoot: Shoot, now: number): Findings {
  return phasedFamilies.flatMap((family: PhasedFamily): Findings => {
    const { step, turn, wait } = rotationProgress(shoot, family, now);
    if (step === "idle" || step === "done") return [];
    const fixer = turn === "You" ? "user" : "gardener";
    return [{ id: "rotation", severity: severityOfRotation[step], fixer, certainty: "known", family, step, wait }];
  });
}

function pendingPoolNames(shoot: Shoot): readonly string[] {
  const { auto, manual } = pendingInPlacePools(shoot);
  return [...auto, ...manual].filter((name) => typeof name === "string");
}

/** In-place updates that are not finished. */
export function pendingInPlaceFindings(shoot: Shoot): Findings {
  const pools = pendingPoolNames(shoot);
  if (pools.length === 0) return [];
  const fixer = pendingInPlacePools(shoot).manual.length > 0 ? "user" : "gardener";
  return [{ id: "in-place-pending", severity: "risk", fixer, certainty: "known", pools }];
}
