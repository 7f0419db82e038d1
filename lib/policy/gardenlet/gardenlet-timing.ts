import type { Shoot } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { type NextRunInterval, nextRunInterval } from "../maintenance/next-window.ts";
import { maintenanceWindow } from "../maintenance/time-window.ts";
import { annotationOf, annotations } from "../operations/annotations.ts";
import { type GardenletFacts, type ReconcileSituation, reconcileSituation } from "../operations/operation-type.ts";

/** Default time between a successful flow and the next reconciliation. */
const defaultSyncPeriodMs = hourMs;

/** Reconciliation period; Shoots can request a longer one. @source pkg/utils/gardener/shoot.go (SyncPeriodOfShoot) */
function syncPeriodMs(
  shoot: Shoot,
  { respectsIgnore, syncPeriodMs: own = defaultSyncPeriodMs }: GardenletFacts,
): number {
  if (!respectsIgnore && shoot.metadata.namespace !== "garden") return own;
  const seconds = durationSeconds(annotationOf(shoot, annotations.syncPeriod));
  return seconds === undefined ? own : Math.max(own, seconds * 1000);
}

function isLeftAlone({ failedAndUpToDate, ignored }: ReconcileSituation): boolean {
  return failedAndUpToDate || ignored;
}

/**
 * When gardenlet reconciles the Shoot again by itself: after a successful flow, or when it has just decided not to run
 * one. Undefined when it does not.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/helper/infos.go (requeueAfter)
 */
export function nextRegularReconcile(
  shoot: Shoot,
  gardenlet: GardenletFacts,
  nowMs: number,
): NextRunInterval | undefined {
  const situation = reconcileSituation(shoot, gardenlet, nowMs);
  if (isLeftAlone(situation)) return undefined;
  if (situation.confinedToWindow) return nextRunInterval(maintenanceWindow(shoot).effective, nowMs);
  const atMs = nowMs + syncPeriodMs(shoot, gardenlet);
  return { fromAt: atMs, untilAt: atMs };
}

/**
 * When gardenlet reconciles the Shoot after its own start: at once, unless nothing is pending and changes are confined
 * to the window.
 *
 * @param nowMs when gardenlet starts, in milliseconds since 1970
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/helper/infos.go (enqueueAfter)
 */
export function nextReconcileAfterGardenletStart(
  shoot: Shoot,
  gardenlet: GardenletFacts,
  nowMs: number,
): NextRunInterval {
  const situation = reconcileSituation(shoot, gardenlet, nowMs);
  const waits =
    !isLeftAlone(situation) &&
    situation.operationType === "Reconcile" &&
    situation.observedLatestGenerationAndSucceeded &&
    situation.confinedToWindow;
  if (!waits) return { fromAt: nowMs, untilAt: nowMs };
  const inWindow = situation.nowInEffectiveWindow && !situation.alreadyReconciledInThisWindow;
  return nextRunInterval(maintenanceWindow(shoot).effective, nowMs, inWindow);
}
