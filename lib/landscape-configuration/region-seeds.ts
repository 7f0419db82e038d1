import type { LandscapeConfiguration } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import type { ClusterProfile } from "#lib/contract/new-cluster.ts";
import { text } from "#lib/language/text.ts";

/**
 * Says that no Seed in a region can take a cluster; undefined if one can, or if the Seeds are not known. By the
 * operator's word the scheduler goes elsewhere, which it can only where there is a Seed.
 */
export function describeLackingSeeds(
  { seedCandidateDeterminationStrategy: strategy }: LandscapeConfiguration,
  regions: ClusterProfile["regions"],
  region: string,
): string | undefined {
  if (regions.find(({ name }) => name === region)?.seeds !== 0) return undefined;
  const isElsewherePossible = strategy === "MinimalDistance" && regions.some(({ seeds = 0 }) => seeds > 0);
  return isElsewherePossible
    ? text("No Seed in this region can take the cluster now. The control plane can run in another region.")
    : text("No Seed in this region can take the cluster now.");
}
