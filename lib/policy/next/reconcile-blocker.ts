import type { Condition } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { annotations } from "../operations/annotations.ts";
import { earliestTransition } from "../status/condition-assessment.ts";
import { isObserved } from "../status/failed-and-up-to-date.ts";
import { isTruthy } from "../status/truthy.ts";
import { type NextView, responsibleSeed } from "./next-view.ts";

/** Reasons why gardenlet does nothing for a Shoot, whatever its status. */
export const reconcileBlockerIds = ["ignored", "seed-stopped", "seed-silent"] as const;
export type ReconcileBlockerId = (typeof reconcileBlockerIds)[number];

/** Pending work while the Shoot is held back, most important first. */
export type BlockedWork = "deletion" | "change" | "operation";

export interface ReconcileBlocker {
  readonly id: ReconcileBlockerId;
  /** The Seed whose operator or gardenlet causes the hold. */
  readonly seed: string | undefined;
  /** Work that would start without the hold; undefined when there are only regular checks. */
  readonly waiting: BlockedWork | undefined;
  /** RFC 3339, as received; undefined when unknown. */
  readonly since: string | undefined;
}

/** How the ignore annotation of a Shoot applies. */
export type IgnoreStatus = "ignored" | "perhaps" | "not-ignored";

/**
 * Whether Gardener ignores the Shoot. Outside the namespace `garden` the annotation only applies if the operator has
 * enabled that, which is not visible through the API.
 * @source Gardener: pkg/utils/gardener/shoot.go (ShouldIgnoreShoot)
 */
export function readIgnored({ metadata }: Pick<Shoot, "metadata">): IgnoreStatus {
  if (!isTruthy(metadata.annotations?.[annotations.ignore])) return "not-ignored";
  return metadata.namespace === "garden" ? "ignored" : "perhaps";
}

function isSilent(condition: Condition | null): condition is Condition {
  return condition?.status === "Unknown" && condition.reason === "StatusUnknown";
}

/** Since when all conditions are those that Gardener writes for a silent gardenlet; undefined when they are not. */
function silentByConditions({ status }: Pick<Shoot, "status">): { readonly since: string | undefined } | undefined {
  const conditions = status?.conditions ?? [];
  const silent = conditions.filter(isSilent);
  return silent.length > 0 && silent.length === conditions.length ? { since: earliestTransition(silent) } : undefined;
}

/** Pending work of a Shoot besides regular checks. */
export function pendingWork({ metadata, status }: Pick<Shoot, "metadata" | "status">): BlockedWork | undefined {
  if (metadata.deletionTimestamp) return "deletion";
  if (!isObserved({ metadata, status: status ?? null })) return "change";
  return status?.lastOperation?.state === "Succeeded" ? undefined : "operation";
}

/**
 * Why gardenlet does nothing at all for the Shoot; undefined when there is no hold. Deletion of a Shoot that was never
 * created, and waiting for another Seed, take precedence: see `gardenletDecision`.
 */
export function reconcileBlockerOf(shoot: Shoot, { seed: facts }: NextView): ReconcileBlocker | undefined {
  const seed = facts?.name ?? responsibleSeed(shoot);
  const waiting = pendingWork(shoot);
  if (facts?.stopped) return { id: "seed-stopped", seed, waiting, since: undefined };
  if (readIgnored(shoot) === "ignored") return { id: "ignored", seed, waiting, since: undefined };
  const silent =
    facts?.silentSince === undefined ? silentByConditions(shoot) : { since: facts.silentSince || undefined };
  return silent && seed !== undefined ? { id: "seed-silent", seed, waiting, since: silent.since } : undefined;
}
