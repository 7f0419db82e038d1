import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { maintenanceWindow, windowContains } from "../maintenance/time-window.ts";
import { isFailedAndUpToDate, isGenerationObserved } from "../status/failed-and-up-to-date.ts";
import type { LastOperationType } from "../status/last-operation.ts";
import { isTruthy } from "../status/truthy.ts";
import { annotations } from "./annotations.ts";

/**
 * The type of flow gardenlet would run for the Shoot.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/helper (ComputeOperationType)
 */
export function operationType({
  metadata,
  spec,
  status,
}: Pick<Shoot, "metadata" | "spec" | "status">): LastOperationType {
  if (spec.seedName && status?.seedName && spec.seedName !== status.seedName) return "Migrate";
  const { type, state } = status?.lastOperation ?? {};
  if (type === "Migrate" && (state === "Succeeded" || state === "Aborted")) return "Restore";
  // Used for garden clusters and backup entries; the API server accepts neither for a Shoot.
  const wanted = metadata?.annotations?.[annotations.operation];
  if (wanted === "migrate") return "Migrate";
  if (metadata?.deletionTimestamp) return "Delete";
  if (wanted === "restore") return "Restore";
  if (!status?.lastOperation) return "Create";
  const again = type === "Create" || type === "Migrate" || type === "Restore";
  return again && state !== "Succeeded" ? type : "Reconcile";
}

/** Facts from which gardenlet decides whether to run a flow now. */
export interface ReconcileSituation {
  readonly operationType: LastOperationType;
  readonly failedAndUpToDate: boolean;
  readonly ignored: boolean;
  readonly seedEmergencyStop: boolean;
  readonly observedLatestGenerationAndSucceeded: boolean;
  readonly confinedToWindow: boolean;
  /** Whether the effective window is open. This and the next field are only set for changes confined to windows. */
  readonly nowInEffectiveWindow: boolean;
  readonly alreadyReconciledInThisWindow: boolean;
}

/**
 * Whether gardenlet runs a flow now.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/helper (CalculateControllerInfos)
 */
export function reconcilesNow(situation: ReconcileSituation): boolean {
  if (situation.seedEmergencyStop || situation.failedAndUpToDate || situation.ignored) return false;
  if (situation.operationType !== "Reconcile") return true;
  if (!situation.observedLatestGenerationAndSucceeded || !situation.confinedToWindow) return true;
  return situation.nowInEffectiveWindow && !situation.alreadyReconciledInThisWindow;
}

/** Facts about a gardenlet and its Seed that affect how it reconciles a Shoot. */
export interface GardenletFacts {
  /** Release of the gardenlet; when unknown, a Failed Shoot counts as having failed under the same release. */
  readonly version: string | undefined;
  readonly seedEmergencyStop?: boolean | undefined;
  /** Whether the gardenlet reconciles Shoots only in their maintenance windows. */
  readonly maintenanceOnly?: boolean | undefined;
  /** Whether the gardenlet respects the annotations `ignore` and `sync-period` outside the namespace `garden` too. */
  readonly respectsIgnore?: boolean | undefined;
  /** Time between a successful flow and the next reconciliation; default one hour. */
  readonly syncPeriodMs?: number | undefined;
}

const windowMemoryMs = 6 * 60 * 60 * 1000;

/** Derives the input of `reconcilesNow` from a Shoot. */
export function reconcileSituation(shoot: Shoot, gardenlet: GardenletFacts, nowMs: number): ReconcileSituation {
  const { metadata, spec, status } = shoot;
  const upToDate = isGenerationObserved(shoot);
  const state = status?.lastOperation?.state;
  const confined = gardenlet.maintenanceOnly === true || spec.maintenance?.confineSpecUpdateRollout === true;
  const honoured = gardenlet.respectsIgnore === true || metadata.namespace === "garden";
  const type = operationType(shoot);
  return {
    operationType: type,
    failedAndUpToDate: isFailedAndUpToDate(shoot, gardenlet.version),
    ignored: honoured && isTruthy(metadata.annotations?.[annotations.ignore]),
    seedEmergencyStop: gardenlet.seedEmergencyStop === true,
    observedLatestGenerationAndSucceeded: upToDate && state === "Succeeded",
    confinedToWindow: confined,
    // Only few Shoots confine changes to their window, so the windows of the others are not parsed.
    ...(confined
      ? windowSituation(shoot, nowMs)
      : { nowInEffectiveWindow: false, alreadyReconciledInThisWindow: false }),
  };
}
function windowSituation(
  shoot: Shoot,
  nowMs: number,
): Pick<ReconcileSituation, "nowInEffectiveWindow" | "alreadyReconciledInThisWindow"> {
  const { effective } = maintenanceWindow(shoot);
  const updatedAt = parseInstant(shoot.status?.lastOperation?.lastUpdateTime);
  return {
    nowInEffectiveWindow: windowContains(effective, nowMs),
    alreadyReconciledInThisWindow:
      updatedAt !== undefined && windowContains(effective, updatedAt) && nowMs - updatedAt <= windowMemoryMs,
  };
}
