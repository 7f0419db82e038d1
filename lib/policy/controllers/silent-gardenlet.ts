import type { Condition } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { workloadConditionTypes } from "../status/conditions.ts";
import { standingConstraints } from "../status/constraints.ts";

/** How long a gardenlet may leave its lease alone, and for how much longer its Shoots are believed, by default. */
const leaseGraceMs = 40 * secondMs;
const shootGraceMs = 200 * secondMs;

/** What the controller-manager makes of a Seed when it looks at the lease of its gardenlet. */
export interface SilentGardenlet {
  /** Since when `GardenletReady` is Unknown, in milliseconds since 1970. */
  readonly unknownSinceAt: number;
  /** From when on it turns the conditions of the Seed's Shoots to Unknown. */
  readonly shootsUnknownAt: number;
}

/**
 * Whether the gardenlet of a Seed is silent; undefined while it is heard, and for a Seed without any condition, which was
 * never ready.
 *
 * @param leaseRenewedAt when the gardenlet renewed its lease, in milliseconds since 1970; undefined without a lease
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/gardenletlifecycle/reconciler.go
 */
export function silentGardenlet(
  seed: Pick<Seed, "status">,
  leaseRenewedAt: number | undefined,
  nowMs: number,
): SilentGardenlet | undefined {
  const conditions = seed.status?.conditions ?? [];
  if (conditions.length === 0) return undefined;
  if (leaseRenewedAt !== undefined && leaseRenewedAt + leaseGraceMs > nowMs) return undefined;
  return gardenletSilence(seed) ?? { unknownSinceAt: nowMs, shootsUnknownAt: nowMs + shootGraceMs };
}

/**
 * The same from the Seed alone, for whoever cannot read leases: what the controller-manager has written there.
 * @source Gardener: pkg/controllermanager/controller/gardenletlifecycle/reconciler.go
 */
export function gardenletSilence({ status }: Pick<Seed, "status">): SilentGardenlet | undefined {
  const ready = status?.conditions?.find((condition) => condition?.type === "GardenletReady");
  if (ready?.status !== "Unknown") return undefined;
  const unknownSinceAt = parseInstant(ready.lastTransitionTime) ?? 0;
  return { unknownSinceAt, shootsUnknownAt: unknownSinceAt + shootGraceMs };
}

/** What a silent gardenlet leaves of the health of a Shoot: its last operation keeps what it says. */
export interface UnknownHealth {
  readonly conditions: readonly Condition[];
  readonly constraints: readonly Condition[];
}

/**
 * The conditions and constraints of a Shoot whose control plane is on a Seed with a silent gardenlet: all that Gardener
 * itself writes, and the two constraints that always stand, turn Unknown; others stay. Undefined while nothing is written.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/gardenletlifecycle/reconciler.go (setShootStatusToUnknown)
 */
export function healthUnderSilence(shoot: Shoot, silence: SilentGardenlet, nowMs: number): UnknownHealth | undefined {
  if (nowMs < silence.shootsUnknownAt) return undefined;
  const workerless = (shoot.spec.provider.workers ?? []).length === 0;
  return {
    conditions: withUnknown(shoot.status?.conditions, workloadConditionTypes(workerless)),
    constraints: withUnknown(shoot.status?.constraints, standingConstraints),
  };
}

function withUnknown(current: readonly (Condition | null)[] | null | undefined, types: readonly string[]): Condition[] {
  const others = (current ?? []).filter((condition) => condition !== null);
  return [
    ...others.filter(({ type }) => !types.includes(type)),
    ...types.map((type) => ({ type, status: "Unknown", reason: "StatusUnknown" })),
  ];
}
