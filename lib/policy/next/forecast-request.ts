import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { type GardenletDecision, gardenletDecision } from "../gardenlet/gardenlet-decision.ts";
import { checkHibernation } from "../hibernation/hibernation-check.ts";
import { wakesHibernationController } from "../hibernation/hibernation-wake.ts";
import { annotationOf, annotations } from "../operations/annotations.ts";
import { hibernationReasons } from "../operations/hibernation.ts";
import type { Reason } from "../operations/reasons.ts";
import { shootFacts } from "../operations/shoot-facts.ts";
import { prepareUpdate } from "../operations/strategy.ts";
import { isFailedAndUpToDate, isObserved } from "../status/failed-and-up-to-date.ts";
import { isTruthy } from "../status/truthy.ts";
import { type DeferredSpecChanges, deferredSpecChangesOf } from "./deferred-spec-changes.ts";
import { comparableRelease, gardenletView, type NextView } from "./next-view.ts";

/** Gardener's behaviour for a Shoot after the API server has accepted a request. */
export interface RequestForecast {
  /** gardenlet's decision for the Shoot as stored after the request. */
  readonly decision: GardenletDecision;
  /** Whether the request starts a flow, or is carried out by an attempt that is due anyway. */
  readonly starts: boolean;
  /** The last operation failed, and Gardener only tries again after a retry or a change, not in the window. */
  readonly failedUntilRetried: boolean;
  /** Changes waiting for the maintenance window that this flow rolls out as well. */
  readonly takesAlong: DeferredSpecChanges;
  /** Nothing in the request waits for the window: only the controller-manager reads the changed fields, and at once. */
  readonly forControllerManager: boolean;
  /** A missed hibernation schedule that Gardener executes at once, because the request triggers the check. */
  readonly executed: ExecutedSchedule | undefined;
  /** The resulting value of `spec.hibernation.enabled`, if the API server accepts it. */
  readonly hibernates: boolean | undefined;
}

export interface ExecutedSchedule {
  /** The new value of `spec.hibernation.enabled`, which differs from the current one. */
  readonly enabled: boolean;
  /** The missed time, in milliseconds since 1970. */
  readonly missedAt: number;
  /** Why the API server would reject it; Gardener retries for two hours. */
  readonly refused: readonly Reason[];
}

/** Known facts besides the Shoot. */
export interface RequestCircumstances {
  readonly view: NextView;
  readonly rules: GardenerRules;
  /** Whether the request is for a maintenance run, which in turn requests a reconcile. */
  readonly maintains?: boolean;
  readonly nowMs: number;
}

/** The spec without the fields that only the controller-manager reads. */
function withoutItsFields({ maintenance: _, hibernation, ...spec }: Shoot["spec"]): object {
  return { ...spec, hibernation: { enabled: hibernation?.enabled === true } };
}

function executedSchedule(
  before: Shoot,
  stored: Shoot,
  { view, rules, nowMs }: RequestCircumstances,
): ExecutedSchedule | undefined {
  if (!wakesHibernationController(before, stored)) return undefined;
  const check = checkHibernation(stored, nowMs, { release: comparableRelease(stored, view.release) });
  if (check.outcome !== "executes" || !check.changes) return undefined;
  const refused = check.enabled ? hibernationReasons(shootFacts(stored, rules)) : [];
  return { enabled: check.enabled, missedAt: check.missedAt, refused };
}

/** Whether an attempt is due anyway: a retry, an interrupted flow, or a generation gardenlet has not observed. */
function isAttemptDue(shoot: Shoot): boolean {
  const state = shoot.status?.lastOperation?.state;
  return !isObserved(shoot) || state === "Error" || state === "Aborted";
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
 * @source Gardener: pkg/apiserver/registry/core/shoot/strategy.go, pkg/gardenlet/controller/shoot/shoot
 */
export function forecastRequest(before: Shoot, wanted: Shoot, circumstances: RequestCircumstances): RequestForecast {
  const { view, rules, maintains = false, nowMs } = circumstances;
  const update = prepareUpdate(before, wanted, rules);
  const asked = maintains && before.status?.lastOperation?.state !== "Failed" ? 1 : update.generationDelta;
  const executed = executedSchedule(before, asStored(update.shoot, asked), circumstances);
  const hibernates = executed?.refused.length === 0 ? executed.enabled : undefined;
  const causes = asked > 0 || hibernates !== undefined;
  const stored = asStored(update.shoot, causes ? 1 : 0, hibernates);
  const decision = gardenletDecision(stored, gardenletView(stored, view), nowMs);
  const begins = decision.outcome === "starts";
  return {
    decision,
    starts: begins && (causes || isAttemptDue(before)),
    takesAlong: begins && causes && !stored.metadata.deletionTimestamp ? deferredSpecChangesOf(before) : "none",
    forControllerManager:
      !semanticallyEqual(before.spec, wanted.spec) &&
      semanticallyEqual(withoutItsFields(before.spec), withoutItsFields(wanted.spec)),
    failedUntilRetried:
      isFailedAndUpToDate(before, comparableRelease(before, view.seed?.release)) &&
      !isTruthy(annotationOf(before, annotations.needsRetry)),
    executed,
    hibernates,
  };
}
