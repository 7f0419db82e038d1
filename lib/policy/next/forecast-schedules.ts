import type { Shoot } from "#lib/garden/shoot.ts";
import { lifetimeEnd } from "../controllers/lifetime.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { predictGardenletDecision } from "../gardenlet/predict-gardenlet-decision.ts";
import { checkHibernation } from "../hibernation/hibernation-check.ts";
import { nextHibernation } from "../hibernation/hibernation-schedule.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { findHibernationChangeRejections, frozenSpecReasons } from "../operations/hibernation.ts";
import type { OperationReason } from "../operations/reasons.ts";
import { shootFacts } from "../operations/shoot-facts.ts";
import { type DiagnosisContext, gardenletDecisionContextOf, releaseToCompareWithShoot } from "./next-view.ts";
import { readIgnoreStatus, reconcileBlockerOf } from "./reconcile-blocker.ts";

/** Prediction for the hibernation schedules of a Shoot in its current state. Instants in milliseconds since 1970. */
export type ScheduleForecast =
  | { readonly state: "none" }
  /** One expression is unreadable, or never matches: Gardener executes no schedule of this Shoot. */
  | { readonly state: "unreadable" | "never-comes"; readonly expression: string }
  /** Scheduled times are skipped and not executed later, because the Shoot is Failed or in deletion. */
  | { readonly state: "skipped"; readonly because: "failed" | "deleting" }
  | PlannedSchedules;

export interface PlannedSchedules {
  readonly state: "planned";
  readonly hibernateMs: number | undefined;
  readonly wakeUpMs: number | undefined;
  /** Why the API server would currently reject each change. Gardener retries for two hours, then gives up. */
  readonly hibernateRefused: readonly OperationReason[];
  readonly wakeUpRefused: readonly OperationReason[];
  /** Scheduled time of the last two hours that was not executed; Gardener executes it at its next schedule check. */
  readonly overdue: { readonly enabled: boolean; readonly at: number; readonly changes: boolean } | undefined;
}

/** Removes scheduled times after the end of the Shoot's lifetime, when Gardener begins to delete the Shoot. */
function beforeEnd(
  { hibernateMs, wakeUpMs }: Pick<PlannedSchedules, "hibernateMs" | "wakeUpMs">,
  endsAt = Number.POSITIVE_INFINITY,
): Pick<PlannedSchedules, "hibernateMs" | "wakeUpMs"> {
  const before = (at: number | undefined) => (at !== undefined && at < endsAt ? at : undefined);
  return { hibernateMs: before(hibernateMs), wakeUpMs: before(wakeUpMs) };
}

/**
 * Predicts the hibernation schedules.
 *
 * @param view its release is that of the controller-manager, which executes them
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/shoot/hibernation
 */
export function forecastSchedules(
  shoot: Shoot,
  view: DiagnosisContext,
  nowMs: number,
  rules: GardenerRules = newestRules,
): ScheduleForecast {
  const { schedules } = shoot.spec.hibernation ?? {};
  if ((schedules ?? []).length === 0) return { state: "none" };
  const check = checkHibernation(shoot, nowMs, { release: releaseToCompareWithShoot(shoot, view.release) });
  switch (check.outcome) {
    case "none":
      return check.because === "deleting" ? { state: "skipped", because: "deleting" } : { state: "none" };
    case "unreadable":
      return { state: "unreadable", expression: check.expression };
    case "never-returns":
      return { state: "never-comes", expression: check.expression };
    case "skipped-as-failed":
      return { state: "skipped", because: "failed" };
    case "waits":
    case "executes": {
      const facts = shootFacts(shoot, rules);
      const { enabled, missedAt, changes } = check.outcome === "executes" ? check : {};
      return {
        state: "planned",
        ...beforeEnd(nextHibernation(schedules, nowMs), lifetimeEnd(shoot)),
        hibernateRefused: findHibernationChangeRejections(facts),
        wakeUpRefused: frozenSpecReasons(facts),
        overdue:
          enabled === undefined || missedAt === undefined || changes === undefined
            ? undefined
            : { enabled, at: missedAt, changes },
      };
    }
    default:
      return check satisfies never;
  }
}

/**
 * When a Shoot's schedules first remove its nodes, in milliseconds since 1970. Undefined if they do not in the current
 * state: no time is planned, the change would be rejected, the Shoot is hibernated until then, has no pools or may be
 * ignored, or gardenlet would not carry it out.
 */
export function firstScheduledNodeRemovalAt(
  shoot: Shoot,
  { view, nowMs, rules }: { readonly view: DiagnosisContext; readonly nowMs: number; readonly rules: GardenerRules },
): number | undefined {
  const schedules = forecastSchedules(shoot, view, nowMs, rules);
  if (schedules.state !== "planned" || schedules.hibernateMs === undefined) return undefined;
  const { hibernateMs, wakeUpMs, hibernateRefused } = schedules;
  const sleepsUntilThen =
    shoot.spec.hibernation?.enabled === true && (wakeUpMs === undefined || wakeUpMs > hibernateMs);
  if (hibernateRefused.length > 0 || sleepsUntilThen || workerPoolsOf(shoot.spec).length === 0) return undefined;
  if (readIgnoreStatus(shoot) !== "not-ignored" || reconcileBlockerOf(shoot, view) !== undefined) return undefined;
  const asleep = {
    ...shoot,
    metadata: { ...shoot.metadata, generation: (shoot.metadata.generation ?? 0) + 1 },
    spec: { ...shoot.spec, hibernation: { ...shoot.spec.hibernation, enabled: true } },
  };
  const { outcome } = predictGardenletDecision(asleep, gardenletDecisionContextOf(asleep, view), nowMs);
  return outcome === "starts" ? hibernateMs : undefined;
}
