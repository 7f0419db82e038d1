import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { type GardenletDecision, predictGardenletDecision } from "../gardenlet/predict-gardenlet-decision.ts";
import { checkHibernation } from "../hibernation/hibernation-check.ts";
import { triggersHibernationController } from "../hibernation/hibernation-wake.ts";
import { annotationOf, annotations } from "../operations/annotations.ts";
import { findHibernationChangeRejections } from "../operations/hibernation.ts";
import type { OperationReason } from "../operations/reasons.ts";
import { shootFacts } from "../operations/shoot-facts.ts";
import { prepareUpdate } from "../operations/strategy.ts";
import { isFailedAndUpToDate, isGenerationObserved } from "../status/failed-and-up-to-date.ts";
import { isLeavingSeed } from "../status/seed-move.ts";
import { isTruthy } from "../status/truthy.ts";
import { type DeferredSpecChanges, deferredSpecChangesOf } from "./deferred-spec-changes.ts";
import { type DiagnosisContext, gardenletDecisionContextOf, releaseToCompareWithShoot } from "./next-view.ts";

/** Predicted behaviour of Gardener for a Shoot after the API server has accepted a request for it. */
export interface ShootRequestForecast {
  /** gardenlet's decision for the Shoot as stored after the request. */
  readonly decision: GardenletDecision;
  /** Whether the request starts a reconciliation flow, or is carried out by an attempt that is due anyway. */
  readonly starts: boolean;
  /** The last operation failed, and Gardener only tries again after a retry or a change, not in the window. */
  readonly failedUntilRetried: boolean;
  /** Changes that wait for the maintenance window and that the started flow rolls out as well. */
  readonly takesAlong: DeferredSpecChanges;
  /** Whether nothing waits for the window, because only the controller-manager reads the changed fields, at once. */
  readonly forControllerManager: boolean;
  /** A missed hibernation schedule that Gardener executes at once, because the request triggers the check. */
  readonly executed: ExecutedHibernationSchedule | undefined;
  /** Value of `spec.hibernation.enabled` set by an executed schedule; undefined if none is executed or accepted. */
  readonly hibernates: boolean | undefined;
}

export interface ExecutedHibernationSchedule {
  /** The new value of `spec.hibernation.enabled`, which differs from the current one. */
  readonly enabled: boolean;
  /** The scheduled time that was missed, in milliseconds since 1970. */
  readonly missedAt: number;
  /** Why the API server would reject the scheduled hibernation change; Gardener retries for two hours. */
  readonly refused: readonly OperationReason[];
}

/** Facts besides the Shoot that are needed to predict the consequences of a request. */
export interface RequestForecastContext {
  readonly view: DiagnosisContext;
  readonly rules: GardenerRules;
  /** Whether the request is for a maintenance run, which in turn requests a reconcile. */
  readonly maintains?: boolean;
  /** Whether the request names another Seed through `shoots/binding`, which raises the generation of every Shoot. */
  readonly byBinding?: boolean;
  readonly nowMs: number;
}

/** The spec without the fields that only the controller-manager reads. */
function withoutItsFields({ maintenance: _, hibernation, ...spec }: Shoot["spec"]): object {
  return { ...spec, hibernation: { enabled: hibernation?.enabled === true } };
}

function executedSchedule(
  before: Shoot,
  stored: Shoot,
  { view, rules, nowMs }: RequestForecastContext,
): ExecutedHibernationSchedule | undefined {
  if (!triggersHibernationController(before, stored)) return undefined;
  const check = checkHibernation(stored, nowMs, { release: releaseToCompareWithShoot(stored, view.release) });
  if (check.outcome !== "executes" || !check.changes) return undefined;
  const refused = check.enabled ? findHibernationChangeRejections(shootFacts(stored, rules)) : [];
  return { enabled: check.enabled, missedAt: check.missedAt, refused };
}

/** Whether gardenlet is about to act on the Shoot: a retry, an interrupted flow, or a generation not yet observed. */
function isAttemptDue(shoot: Shoot): boolean {
  const state = shoot.status?.lastOperation?.state;
  return !isGenerationObserved(shoot) || state === "Error" || state === "Aborted";
}

function asStored(shoot: Shoot, generationDelta: number, enabled?: boolean): Shoot {
  const generation = (shoot.metadata.generation ?? 0) + generationDelta;
  return {
    ...shoot,
    metadata: { ...shoot.metadata, generation },
    ...(enabled !== undefined && {
      spec: { ...shoot.spec, hibernation: { ...shoot.spec.hibernation, enabled } },
    }),
  };
}

/**
 * Predicts the consequences of a request: gardenlet's decision for the stored Shoot, changes that are rolled out with
 * it, and the hibernation controller's immediate action.
 *
 * @param wanted the Shoot with the request applied, before the API server has processed it
 * @source Gardener: pkg/apiserver/registry/core/shoot/strategy.go (shootStrategy and shootBindingStrategy),
 * pkg/gardenlet/controller/shoot/shoot
 */
export function forecastShootRequest(
  before: Shoot,
  wanted: Shoot,
  circumstances: RequestForecastContext,
): ShootRequestForecast {
  const { view, rules, maintains = false, byBinding = false, nowMs } = circumstances;
  const update = prepareUpdate(before, wanted, rules);
  const reconciles = maintains && before.status?.lastOperation?.state !== "Failed";
  const binds = byBinding && !semanticallyEqual(before.spec, wanted.spec);
  const asked = reconciles || binds ? 1 : update.generationDelta;
  const executed = executedSchedule(before, asStored(update.shoot, asked), circumstances);
  const hibernates = executed?.refused.length === 0 ? executed.enabled : undefined;
  const causes = asked > 0 || hibernates !== undefined;
  const stored = asStored(update.shoot, causes ? 1 : 0, hibernates);
  const decision = predictGardenletDecision(stored, gardenletDecisionContextOf(stored, view), nowMs);
  const begins = decision.outcome === "starts";
  // Whatever a move waits for: the restoration that ends it runs the whole flow, outside the window, too.
  const rollsOut = begins || (binds && isLeavingSeed(stored));
  return {
    decision,
    starts: begins && (causes || isAttemptDue(before)),
    takesAlong: rollsOut && causes && !stored.metadata.deletionTimestamp ? deferredSpecChangesOf(before) : "none",
    forControllerManager:
      !semanticallyEqual(before.spec, wanted.spec) &&
      semanticallyEqual(withoutItsFields(before.spec), withoutItsFields(wanted.spec)),
    failedUntilRetried:
      isFailedAndUpToDate(before, releaseToCompareWithShoot(before, view.seed?.release)) &&
      !isTruthy(annotationOf(before, annotations.needsRetry)),
    executed,
    hibernates,
  };
}
