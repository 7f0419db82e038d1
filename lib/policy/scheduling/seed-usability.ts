import type { Seed } from "../../garden/seed.ts";
import type { Shoot } from "../../garden/shoot.ts";
import { type KeyValue, toleratesTaints, untoleratedTaints } from "./tolerations.ts";

/** Why the scheduler would not place the Shoot on a Seed. Each reason alone is enough. */
export type SeedObstacle =
  | { readonly reason: "seed-in-deletion" }
  | { readonly reason: "seed-not-visible" }
  | { readonly reason: "seed-not-bootstrapped" }
  | { readonly reason: "seed-not-ready"; readonly conditions: readonly string[] }
  | { readonly reason: "other-provider"; readonly shoot: string; readonly seed: string }
  | { readonly reason: "taints-not-tolerated"; readonly taints: readonly KeyValue[] }
  | { readonly reason: "seed-full"; readonly capacity: number };

export interface SeedUsability {
  readonly seed: string;
  readonly usable: boolean;
  readonly obstacles: readonly SeedObstacle[];
}

export interface SeedContext {
  /** Shoots that already run on the Seed, where the viewer can count them. */
  readonly shootsOnSeed?: number;
  /** Provider types that the CloudProfile's seedSelector allows; `*` for any. Without one only the Shoot's own. */
  readonly providerTypes?: readonly string[];
}

/**
 * Whether the scheduler could place the Shoot on the Seed, and every reason why not. It knows nothing of region
 * distance, network overlap and seed selectors by label, which the scheduler weighs too: a Seed without obstacles is a
 * candidate, not the choice.
 * @source Gardener: pkg/scheduler/controller/shoot, filters before the candidate strategy
 */
export function seedUsability(shoot: Shoot, seed: Seed, context: SeedContext): SeedUsability {
  const obstacles = [
    ...lifecycleObstacles(seed),
    ...providerObstacles(shoot, seed, context),
    ...taintObstacles(shoot, seed),
    ...capacityObstacles(seed, context),
  ];
  return { seed: seed.metadata.name, usable: obstacles.length === 0, obstacles };
}

function lifecycleObstacles(seed: Seed): SeedObstacle[] {
  const obstacles: SeedObstacle[] = [];
  if (seed.metadata.deletionTimestamp !== undefined) obstacles.push({ reason: "seed-in-deletion" });
  if (seed.spec.settings?.scheduling?.visible === false) obstacles.push({ reason: "seed-not-visible" });
  if (seed.status?.lastOperation == null) obstacles.push({ reason: "seed-not-bootstrapped" });
  const broken = (seed.status?.conditions ?? []).flatMap((condition) =>
    condition !== null && condition.type === "GardenletReady" && condition.status !== "True" ? [condition.type] : [],
  );
  if (broken.length > 0) obstacles.push({ reason: "seed-not-ready", conditions: broken });
  return obstacles;
}

function providerObstacles(shoot: Shoot, seed: Seed, context: SeedContext): SeedObstacle[] {
  const wanted = shoot.spec.provider.type;
  const offered = seed.spec.provider.type;
  const allowed = context.providerTypes ?? [wanted];
  return allowed.includes("*") || allowed.includes(offered)
    ? []
    : [{ reason: "other-provider", shoot: wanted, seed: offered }];
}

function taintObstacles(shoot: Shoot, seed: Seed): SeedObstacle[] {
  const taints = seed.spec.taints ?? [];
  const tolerations = shoot.spec.tolerations ?? [];
  if (toleratesTaints(taints, tolerations)) return [];
  const uncovered = untoleratedTaints(taints, tolerations);
  return [{ reason: "taints-not-tolerated", taints: uncovered.length > 0 ? uncovered : taints }];
}

function capacityObstacles(seed: Seed, { shootsOnSeed }: SeedContext): SeedObstacle[] {
  const capacity = Number(seed.status?.allocatable?.shoots ?? Number.NaN);
  if (!Number.isFinite(capacity) || shootsOnSeed === undefined || shootsOnSeed < capacity) return [];
  return [{ reason: "seed-full", capacity }];
}
