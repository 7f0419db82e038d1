import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { type GardenletDecision, predictGardenletDecision } from "../gardenlet/predict-gardenlet-decision.ts";
import { type DiagnosisContext, gardenletDecisionContextOf } from "../next/next-view.ts";
import { readIgnoreStatus, reconcileBlockerOf } from "../next/reconcile-blocker.ts";
import { annotationOf, annotations } from "../operations/annotations.ts";
import { isSpecFrozenByMigration } from "../operations/hibernation.ts";
import { shootFacts } from "../operations/shoot-facts.ts";
import { type PhasedFamily, pendingInPlacePools, phasedFamilies } from "../rotations/families.ts";
import { rotationProgress } from "../rotations/rotation-progress.ts";
import { type ConstraintConsequence, viewConstraint } from "../status/constraints.ts";
import { errorCodesOf, remedyRoleOf } from "../status/error-codes.ts";
import { isRetriedByControllerManager } from "../status/failed-and-up-to-date.ts";
import { findingsOf, remedyRoleOfConditions } from "../status/findings.ts";
import { isTruthy } from "../status/truthy.ts";
import type {
  FailedOperationRetrier,
  MinorStep,
  ReadinessFinding,
  ReadinessSeverity,
  RotationStepUnderWay,
} from "./readiness-finding.ts";

type Findings = readonly ReadinessFinding[];

/** Facts with which Gardener's reaction to a step is predicted. */
interface StepContext {
  readonly view: DiagnosisContext;
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

function decisionOn(shoot: Shoot, { view, now }: StepContext): GardenletDecision["outcome"] {
  return predictGardenletDecision(shoot, gardenletDecisionContextOf(shoot, view), now).outcome;
}

/** What keeps Gardener from doing anything to the cluster. */
export function blockerFindings(shoot: Shoot, context: StepContext): Findings {
  const blocker = stepBlockerOf(shoot, context);
  if (blocker !== undefined) {
    const fixer = blocker.blocker === "ignored" ? "user" : "operator";
    return [{ id: "not-reconciled", severity: "blocks", fixer, certainty: "known", ...blocker }];
  }
  if (readIgnoreStatus(shoot) !== "perhaps") return [];
  return [{ id: "perhaps-ignored", severity: "risk", fixer: "user", certainty: "assumed" }];
}

function stepBlockerOf(shoot: Shoot, context: StepContext) {
  const blocker = reconcileBlockerOf(shoot, context.view);
  if (blocker !== undefined) return { blocker: blocker.id, seed: blocker.seed };
  const { seed } = context.view;
  // gardenlet skips a failed cluster before it looks at its Seed.
  if (seed?.problem === undefined || decisionOn(shoot, context) === "failed") return undefined;
  return { blocker: "seed-not-ready", seed: seed.name } as const;
}

/** Whether a move to another Seed keeps the spec from being changed at all. A failed one goes on only when it is retried. */
export function frozenSpecFindings(shoot: Shoot, rules: GardenerRules): Findings {
  if (!isSpecFrozenByMigration(shootFacts(shoot, rules))) return [];
  const { lastOperation, lastErrors } = shoot.status ?? {};
  const isFailed = lastOperation?.state === "Failed";
  const fixer = isFailed ? (remedyRoleOf(errorCodesOf(lastErrors)) ?? "operator") : "gardener";
  return [{ id: "spec-frozen", severity: "blocks", fixer, certainty: "known", isFailed }];
}

/** What the last operation means for a step that is made in a way. */
export function operationFindings(shoot: Shoot, way: MinorStep["way"], context: StepContext): Findings {
  const { lastOperation, lastErrors } = shoot.status ?? {};
  const facts = { operation: lastOperation?.type, certainty: "known" } as const;
  const fixer = remedyRoleOf(errorCodesOf(lastErrors)) ?? "operator";
  switch (lastOperation?.state) {
    case "Failed": {
      const again = retrierOf(shoot, way, context);
      return again === undefined
        ? [{ id: "failed-and-confined", severity: "blocks", fixer, ...facts }]
        : [{ id: "operation-failed", severity: "risk", fixer, again, ...facts }];
    }
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

/** The outcomes with which gardenlet itself starts a failed operation again: it is newer, or has not seen the latest spec. */
const startsAgain: ReadonlySet<GardenletDecision["outcome"]> = new Set(["starts", "waits-for-seed"]);

/**
 * What starts a failed operation again; undefined if nothing does.
 * @source Gardener: pkg/controllermanager/controller/shoot/retry, .../shoot/maintenance
 */
function retrierOf(shoot: Shoot, way: MinorStep["way"], context: StepContext): FailedOperationRetrier | undefined {
  if (startsAgain.has(decisionOn(shoot, context)) || isRetriedByControllerManager(shoot)) return "gardener";
  const isConfined = shoot.spec.maintenance?.confineSpecUpdateRollout === true;
  const retriesInRun = isTruthy(annotationOf(shoot, annotations.needsRetry));
  if (retriesInRun && (isConfined || way !== "chosen")) return "maintenance";
  return isConfined ? undefined : "step";
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
