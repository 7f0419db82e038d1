import type { Condition } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { annotations } from "../operations/annotations.ts";
import { earliestTransition } from "../status/condition-assessment.ts";
import { isGenerationObserved } from "../status/failed-and-up-to-date.ts";
import { isTruthy } from "../status/truthy.ts";
import { type DiagnosisContext, responsibleSeedName } from "./next-view.ts";

/** Reasons why gardenlet does nothing for a Shoot, whatever its status. */
export const reconcileBlockerIds = ["ignored", "seed-stopped", "seed-silent"] as const;
export type ReconcileBlockerId = (typeof reconcileBlockerIds)[number];

/** Pending work that Gardener does not carry out while reconciliation is blocked, most important first. */
export type BlockedWork = "deletion" | "change" | "operation";

export interface ReconcileBlocker {
  readonly id: ReconcileBlockerId;
  /** The Seed whose operator or gardenlet blocks reconciliation. */
  readonly seed: string | undefined;
  /** Work that would start if reconciliation were not blocked; undefined if there are only regular reconciliations. */
  readonly waiting: BlockedWork | undefined;
  /** Since when reconciliation is blocked: RFC 3339, as received; undefined when unknown. */
  readonly since: string | undefined;
}

/** Whether the ignore annotation of a Shoot applies. */
export type IgnoreStatus = "ignored" | "perhaps" | "not-ignored";

/**
 * Whether Gardener ignores the Shoot. Outside the namespace `garden` the annotation only applies if the operator has
 * enabled that, which is not visible through the API.
 * @source Gardener: pkg/utils/gardener/shoot.go (ShouldIgnoreShoot)
 */
export function readIgnoreStatus({ metadata }: Pick<Shoot, "metadata">): IgnoreStatus {
  if (!isTruthy(metadata.annotations?.[annotations.ignore])) return "not-ignored";
  return metadata.namespace === "garden" ? "ignored" : "perhaps";
}

function isSilent(condition: Condition | null): condition is Condition {
  return condition?.status === "Unknown" && condition.reason === "StatusUnknown";
}

/** Since when a Shoot's conditions are all those written for a silent gardenlet; undefined if they are not. */
function silentByConditions({ status }: Pick<Shoot, "status">): { readonly since: string | undefined } | undefined {
  const conditions = status?.conditions ?? [];
  const silent = conditions.filter(isSilent);
  return silent.length > 0 && silent.length === conditions.length ? { since: earliestTransition(silent) } : undefined;
}

/** Pending work of a Shoot besides regular reconciliations. */
export function findPendingWork({ metadata, status }: Pick<Shoot, "metadata" | "status">): BlockedWork | undefined {
  if (metadata.deletionTimestamp) return "deletion";
  if (!isGenerationObserved({ metadata, status: status ?? null })) return "change";
  return status?.lastOperation?.state === "Succeeded" ? undefined : "operation";
}

/**
 * Why gardenlet does nothing at all for the Shoot; undefined when nothing blocks reconciliation. Deletion of a Shoot
 * that was never created, and waiting for another Seed, take precedence: see `predictGardenletDecision`.
 */
export function reconcileBlockerOf(shoot: Shoot, { seed: facts }: DiagnosisContext): ReconcileBlocker | undefined {
  const seed = facts?.name ?? responsibleSeedName(shoot);
  const waiting = findPendingWork(shoot);
  if (facts?.stopped) return { id: "seed-stopped", seed, waiting, since: undefined };
  if (readIgnoreStatus(shoot) === "ignored") return { id: "ignored", seed, waiting, since: undefined };
  const silent =
    facts?.silentSince === undefined ? silentByConditions(shoot) : { since: facts.silentSince || undefined };
  return silent && seed !== undefined ? { id: "seed-silent", seed, waiting, since: silent.since } : undefined;
}
