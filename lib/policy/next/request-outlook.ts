import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
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
import { type HeldChanges, heldChanges } from "./held-changes.ts";
import { comparableRelease, gardenletView, type NextView } from "./next-view.ts";

/** What Gardener does with a Shoot once the API server has taken a request. */
export interface RequestOutlook {
  /** What gardenlet does when it looks at the Shoot as it is stored then. */
  readonly decision: GardenletDecision;
  /** The request makes gardenlet begin a flow, or goes along with an attempt that is due anyway. */
  readonly starts: boolean;
  /** Its last operation failed, and nothing but a retry or a change makes Gardener try again, no window either. */
  readonly failedUntilRetried: boolean;
  /** Changes that wait for the maintenance window and are rolled out by that flow. */
  readonly takesAlong: HeldChanges;
  /** Nothing in it waits for the window: only the controller-manager reads what changes, and at once. */
  readonly forControllerManager: boolean;
  /** A time of the hibernation schedules that Gardener executes at once, because the request makes it look at them. */
  readonly executed: ExecutedSchedule | undefined;
  /** What `spec.hibernation.enabled` becomes by that, where the API server takes it. */
  readonly hibernates: boolean | undefined;
}

export interface ExecutedSchedule {
  /** What it sets `spec.hibernation.enabled` to, which is another value than now. */
  readonly enabled: boolean;
  /** The time that has passed, in milliseconds since 1970. */
  readonly missedAt: number;
  /** Why the API server would refuse it; it is tried again for two hours. */
  readonly refused: readonly Reason[];
}

/** What is known besides the Shoot. */
export interface RequestCircumstances {
  readonly view: NextView;
  readonly rules: EditionRules;
  /** A maintenance run is asked for, which asks for a reconcile. */
  readonly maintains?: boolean;
  readonly nowMs: number;
}

/** The fields of the spec that only the controller-manager reads, confined or not. */
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

/** An attempt that comes whatever is asked: a retry, what was interrupted, or what gardenlet has not seen yet. */
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
 * What follows from a request: what gardenlet does with the Shoot as it is stored then, what goes along, and what the
 * hibernation controller does at once.
 *
 * @param wanted the Shoot as the request makes it, before the API server has said anything
 * @source Gardener: pkg/apiserver/registry/core/shoot/strategy.go, pkg/gardenlet/controller/shoot/shoot
 */
export function requestOutlook(before: Shoot, wanted: Shoot, circumstances: RequestCircumstances): RequestOutlook {
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
    takesAlong: begins && causes && !stored.metadata.deletionTimestamp ? heldChanges(before) : "none",
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
