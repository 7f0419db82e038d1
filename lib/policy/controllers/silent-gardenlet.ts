import type { Condition } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { workloadConditionTypes } from "../status/conditions.ts";
import { alwaysPresentConstraints } from "../status/constraints.ts";

/** Defaults: how long a gardenlet may not renew its lease, and how much later its Shoots' conditions become Unknown. */
const leaseGraceMs = 40 * secondMs;
const shootGraceMs = 200 * secondMs;

/** The controller-manager's view of a Seed whose gardenlet does not renew its lease. */
export interface SilentGardenlet {
  /** Since when `GardenletReady` is Unknown, in milliseconds since 1970. */
  readonly unknownSinceAt: number;
  /** When the conditions of the Seed's Shoots are set to Unknown. */
  readonly shootsUnknownAt: number;
}

/**
 * Returns since when the gardenlet of a Seed is silent, and from when on its Shoots count as unknown; undefined while it
 * renews its lease in time, and for a Seed without conditions, which was never ready.
 *
 * @param leaseRenewedAt when the gardenlet renewed its lease, in milliseconds since 1970; undefined without a lease
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/gardenletlifecycle/reconciler.go
 */
export function detectSilentGardenlet(
  seed: Pick<Seed, "status">,
  leaseRenewedAt: number | undefined,
  nowMs: number,
): SilentGardenlet | undefined {
  const conditions = seed.status?.conditions ?? [];
  if (conditions.length === 0) return undefined;
  if (leaseRenewedAt !== undefined && leaseRenewedAt + leaseGraceMs > nowMs) return undefined;
  return readSilentGardenletOfSeed(seed) ?? { unknownSinceAt: nowMs, shootsUnknownAt: nowMs + shootGraceMs };
}

/**
 * Returns the same for a user who cannot read leases, from the Seed condition `GardenletReady`.
 * @source Gardener: pkg/controllermanager/controller/gardenletlifecycle/reconciler.go
 */
export function readSilentGardenletOfSeed({ status }: Pick<Seed, "status">): SilentGardenlet | undefined {
  const ready = status?.conditions?.find((condition) => condition?.type === "GardenletReady");
  if (ready?.status !== "Unknown") return undefined;
  const unknownSinceAt = parseInstant(ready.lastTransitionTime) ?? 0;
  return { unknownSinceAt, shootsUnknownAt: unknownSinceAt + shootGraceMs };
}

/** Conditions and constraints of a Shoot whose gardenlet does not renew its lease. The last operation is unchanged. */
export interface HealthWithSilentGardenlet {
  readonly conditions: readonly Condition[];
  readonly constraints: readonly Condition[];
}

/**
 * Conditions and constraints of a Shoot whose control plane is on a Seed with a silent gardenlet: those Gardener itself
 * writes, and the two constraints that are always present, become Unknown; others stay. Undefined before this change.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/gardenletlifecycle/reconciler.go (setShootStatusToUnknown)
 */
export function predictHealthWithSilentGardenlet(
  shoot: Shoot,
  silence: SilentGardenlet,
  nowMs: number,
): HealthWithSilentGardenlet | undefined {
  if (nowMs < silence.shootsUnknownAt) return undefined;
  const workerless = (shoot.spec.provider.workers ?? []).length === 0;
  return {
    conditions: withUnknown(shoot.status?.conditions, workloadConditionTypes(workerless)),
    constraints: withUnknown(shoot.status?.constraints, alwaysPresentConstraints),
  };
}

function withUnknown(current: readonly (Condition | null)[] | null | undefined, types: readonly string[]): Condition[] {
  const others = (current ?? []).filter((condition) => condition !== null);
  return [
    ...others.filter(({ type }) => !types.includes(type)),
    ...types.map((type) => ({ type, status: "Unknown", reason: "StatusUnknown" })),
  ];
}
