import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { annotations } from "../operations/annotations.ts";
import { type GardenletFacts, operationType, reconcileSituation, reconcilesNow } from "../operations/operation-type.ts";
import type { LastOperationType } from "../status/last-operation.ts";
import { isLeavingSeed } from "../status/seed-move.ts";
import type { SeedProblem } from "./seed-readiness.ts";

/** Without this finalizer gardenlet does nothing with a Shoot in deletion. */
const gardenerFinalizer = "gardener";

/** Decision of the responsible gardenlet when it reconciles a Shoot. */
export type GardenletDecision =
  /** The scheduler has not yet assigned the Shoot to a Seed. */
  | { readonly outcome: "no-seed" }
  /** In deletion, and Gardener's finalizer is removed: a finalizer of another party keeps the object. */
  | { readonly outcome: "held-by-finalizer"; readonly finalizers: readonly string[] }
  /** In deletion, and nothing was ever created, or all is deleted: gardenlet removes its finalizer. */
  | { readonly outcome: "gone" }
  | { readonly outcome: "waits-for-bastions"; readonly operation: "Delete" | "Migrate" }
  /** The destination Seed has not been checked yet. */
  | { readonly outcome: "waits-for-migration-check" }
  | { readonly outcome: "waits-for-destination-seed"; readonly reason: string | undefined }
  /** Not reconciled: stopped by the operator for the whole Seed, ignored by annotation, or failed. */
  | { readonly outcome: "stopped" | "ignored" | "failed"; readonly operation: LastOperationType }
  | { readonly outcome: "waits-for-window"; readonly operation: LastOperationType }
  | { readonly outcome: "waits-for-seed"; readonly operation: LastOperationType; readonly problem: SeedProblem }
  | { readonly outcome: "starts"; readonly operation: LastOperationType };

/** Facts besides the Shoot that determine gardenlet's decision. An unknown fact prevents nothing. */
export interface GardenletDecisionContext extends GardenletFacts {
  /** Why gardenlet starts no reconciliation flow on the Seed that currently hosts the control plane. */
  readonly seedProblem?: SeedProblem | undefined;
  readonly bastions?: boolean | undefined;
}

/**
 * Whether the operator has stopped all reconciliations on the Seed: the annotation is exactly `true`.
 * @source Gardener: pkg/api/core/v1beta1/helper/seed.go (HasShootReconciliationsDisabledAnnotation)
 */
export function isReconciliationDisabledOnSeed(seed: Pick<Seed, "metadata"> | undefined): boolean {
  return seed?.metadata.annotations?.[annotations.emergencyStop] === "true";
}

function deletionBeforeFlow(shoot: Shoot, { bastions }: GardenletDecisionContext): GardenletDecision | undefined {
  const { finalizers } = shoot.metadata;
  if (!finalizers?.includes(gardenerFinalizer)) return { outcome: "held-by-finalizer", finalizers: finalizers ?? [] };
  if (!shoot.status?.uid) return { outcome: "gone" };
  if (bastions) return { outcome: "waits-for-bastions", operation: "Delete" };
  const { type, state } = shoot.status.lastOperation ?? {};
  return type === "Delete" && state === "Succeeded" ? { outcome: "gone" } : undefined;
}

function migrationBeforeFlow(shoot: Shoot, { bastions }: GardenletDecisionContext): GardenletDecision | undefined {
  const ready = shoot.status?.constraints?.find((constraint) => constraint?.type === "ReadyForMigration");
  if (!ready) return { outcome: "waits-for-migration-check" };
  if (ready.status !== "True") return { outcome: "waits-for-destination-seed", reason: ready.reason };
  return bastions ? { outcome: "waits-for-bastions", operation: "Migrate" } : undefined;
}

/**
 * Gardenlet's decision for a Shoot, in its order of checks: deletion and migration first, then conditions that stop
 * reconciliation, and the readiness of the Seed last.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler.go (Reconcile, prepareOperation)
 */
export function predictGardenletDecision(
  shoot: Shoot,
  view: GardenletDecisionContext,
  nowMs: number,
): GardenletDecision {
  const deleting = Boolean(shoot.metadata.deletionTimestamp);
  if (!shoot.spec.seedName && !shoot.status?.seedName) {
    // A Shoot that was never assigned to a Seed is deleted without gardenlet.
    return deleting ? (deletionBeforeFlow(shoot, view) ?? { outcome: "no-seed" }) : { outcome: "no-seed" };
  }
  const before = deleting
    ? deletionBeforeFlow(shoot, view)
    : isLeavingSeed(shoot)
      ? migrationBeforeFlow(shoot, view)
      : undefined;
  if (before) return before;
  const operation = operationType(shoot);
  const situation = reconcileSituation(shoot, view, nowMs);
  if (situation.seedEmergencyStop) return { outcome: "stopped", operation };
  if (situation.ignored) return { outcome: "ignored", operation };
  if (situation.failedAndUpToDate) return { outcome: "failed", operation };
  if (!reconcilesNow(situation)) return { outcome: "waits-for-window", operation };
  const problem = view.seedProblem;
  return problem === undefined ? { outcome: "starts", operation } : { outcome: "waits-for-seed", operation, problem };
}
