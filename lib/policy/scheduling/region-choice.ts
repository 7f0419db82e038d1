import type { Seed } from "#lib/garden/seed.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";

/** The operator's strategy by which the scheduler chooses among possible Seeds. */
export type RegionStrategy = "SameRegion" | "MinimalDistance";

export interface RegionFacts {
  /** Strategy by which the scheduler chooses a region; undefined when unknown, and regions are then not considered. */
  readonly strategy?: RegionStrategy | undefined;
  /** Distances of other regions from the Shoot's, as measured by the operator. */
  readonly distances?: ReadonlyMap<string, number> | undefined;
}

/**
 * The Seeds in the right region: for purpose `testing` any of the Shoot's provider, otherwise those in the same region,
 * or the nearest ones.
 * @source Gardener: pkg/scheduler/controller/shoot/reconciler.go, applyStrategy
 */
export function seedsOfRegion(spec: ShootSpec, seeds: readonly Seed[], facts: RegionFacts): readonly Seed[] {
  const ofProvider = () => seeds.filter((seed) => seed.spec.provider.type === spec.provider.type);
  if (spec.purpose === "testing") return ofProvider();
  switch (facts.strategy) {
    case "SameRegion":
      return ofProvider().filter((seed) => seed.spec.provider.region === spec.region);
    case "MinimalDistance": {
      const measured = nearest(seeds, measuredDistance(spec, facts));
      return measured.length > 0 ? measured : nearest(seeds, namedDistance(spec));
    }
    default:
      return seeds;
  }
}

type DistanceTo = (seed: Seed) => number | undefined;

function nearest(seeds: readonly Seed[], distanceTo: DistanceTo): readonly Seed[] {
  const distances = seeds.flatMap((seed) => {
    const distance = distanceTo(seed);
    return distance === undefined ? [] : [{ seed, distance }];
  });
  const least = Math.min(...distances.map(({ distance }) => distance));
  return distances.filter(({ distance }) => distance === least).map(({ seed }) => seed);
}

function measuredDistance({ region = "" }: ShootSpec, { distances }: RegionFacts): DistanceTo {
  return ({ spec }) => {
    const measured = distances?.get(spec.provider.region);
    return measured ?? (distances && spec.provider.region === region ? 0 : undefined);
  };
}

function namedDistance({ region = "", provider }: ShootSpec): DistanceTo {
  return ({ spec }) => distanceOfNames(spec.provider.region, region) + (spec.provider.type === provider.type ? 0 : 2);
}

const orientations = ["north", "south", "east", "west", "central"] as const;

/** Distance between the names of two regions. @source Gardener: pkg/scheduler/controller/shoot/distance.go */
function distanceOfNames(one: string, other: string): number {
  const [a, b] = [oriented(one), oriented(other)];
  const edits = editDistance([...a.base], [...b.base]) * 2;
  if (a.orientation === b.orientation) return edits;
  return a.orientation === "" || b.orientation === "" ? edits + 1 : edits + 2;
}

function oriented(name: string): { readonly base: string; readonly orientation: string } {
  const orientation = orientations.find((each) => name.includes(each));
  return orientation === undefined
    ? { base: name, orientation: "" }
    : { base: name.replace(orientation, ":"), orientation };
}

function editDistance(from: readonly string[], to: readonly string[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of from.entries()) {
    const next = [at + 1];
    for (const [index, other] of to.entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
