import type { SeedSelector } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { candidateSeeds } from "./schedule-shoot.ts";
import type { SchedulingFacts } from "./seed-filters.ts";

/** A region that a CloudProfile offers for new clusters. */
export interface OfferedRegion {
  /** Name of the CloudProfile. */
  readonly profile: string;
  /** `spec.type` of the CloudProfile, such as `aws`. */
  readonly provider: string;
  readonly region: string;
  readonly profileSelector: SeedSelector | undefined;
}

/** Where a new cluster finds a Seed: in its region, only in another one (if the scheduler looks there), or nowhere. */
export type SeedReach = "in-region" | "elsewhere" | "nowhere";

/** New clusters for which a Seed's visibility decides where they find a Seed. */
export interface ReachChange {
  readonly offered: OfferedRegion;
  /** Whether the clusters are to survive the loss of a zone, and others are not affected. */
  readonly zonal: boolean;
  readonly before: SeedReach;
  readonly after: SeedReach;
}

/** The Seed with `spec.settings.scheduling.visible` set. */
export function seedWithVisibility(seed: Seed, visible: boolean): Seed {
  const { settings } = seed.spec;
  return {
    ...seed,
    spec: { ...seed.spec, settings: { ...settings, scheduling: { ...settings?.scheduling, visible } } },
  };
}

/**
 * What changes for new clusters without wishes of their own when a Seed is hidden from the scheduler, or shown to it.
 * Clusters with a Seed selector, tolerations, restrictions or networks of their own are not considered.
 *
 * @param name name of the Seed
 * @param visible whether the scheduler is to see the Seed
 */
export function findReachChanges(
  { name, visible }: { readonly name: string; readonly visible: boolean },
  seeds: readonly Seed[],
  { regions, facts }: { readonly regions: readonly OfferedRegion[]; readonly facts: SchedulingFacts },
): readonly ReachChange[] {
  const changed = seeds.map((seed) => (seed.metadata.name === name ? seedWithVisibility(seed, visible) : seed));
  return regions.flatMap((offered) => {
    const changeFor = (zonal: boolean): ReachChange => {
      const reach = (among: readonly Seed[]) => reachOf(offered, zonal, { seeds: among, facts });
      return { offered, zonal, before: reach(seeds), after: reach(changed) };
    };
    const isChange = ({ before, after }: ReachChange) => before !== after;
    const plain = changeFor(false);
    return isChange(plain) ? [plain] : [changeFor(true)].filter(isChange);
  });
}

function reachOf(
  { provider, region, profileSelector }: OfferedRegion,
  zonal: boolean,
  { seeds, facts }: { readonly seeds: readonly Seed[]; readonly facts: SchedulingFacts },
): SeedReach {
  const highAvailability = { failureTolerance: { type: "zone" } };
  const shoot: Shoot = {
    metadata: { name: "" },
    spec: {
      kubernetes: { version: "" },
      region,
      provider: { type: provider },
      ...(zonal && { controlPlane: { highAvailability } }),
    },
  };
  const candidates = candidateSeeds(shoot, seeds, { ...facts, profileSelector });
  const isNear = ({ spec }: Seed) => spec.provider.type === provider && spec.provider.region === region;
  return candidates.some(isNear) ? "in-region" : candidates.length > 0 ? "elsewhere" : "nowhere";
}
