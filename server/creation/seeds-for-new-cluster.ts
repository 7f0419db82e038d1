import "server-only";
import type { NewClusterPreview } from "#lib/contract/new-cluster.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { describeSeedExclusion } from "#lib/words/infrastructure-descriptions.ts";
import { type SchedulingInput, simulateScheduler } from "#server/seeds/seed-choice.ts";

type SeedsForNewCluster = NewClusterPreview["seeds"];

/**
 * Which Seeds could run a new cluster, and which one the scheduler would choose now. Among several Seeds the choice
 * depends on the number of clusters on each, and so stays open for users who do not see all of them.
 *
 * @param seeds undefined if the user is not allowed to list them
 */
export function seedsForNewCluster(input: SchedulingInput, seeds: readonly Seed[] | undefined): SeedsForNewCluster {
  const capacityKnown = input.counts !== undefined;
  if (seeds === undefined) return { unread: "forbidden", capacityKnown, verdicts: [] };
  const result = simulateScheduler(input, seeds);
  const verdicts = result.verdicts.map(({ seed: { metadata, spec }, refusedBy, obstacles }) => {
    const told = obstacles.map(describeSeedExclusion);
    return {
      name: metadata.name,
      provider: spec.provider.type,
      region: spec.provider.region,
      usable: refusedBy === undefined,
      ...(refusedBy !== undefined && told[0] !== undefined && { refusedBy: told[0] }),
      obstacles: told,
      isOnOtherProvider: obstacles.some(({ reason }) => reason === "other-provider"),
    };
  });
  const isCertain = capacityKnown || verdicts.filter(({ usable }) => usable).length === 1;
  return {
    ...(result.outcome === "scheduled" && isCertain && { chosen: result.seed }),
    capacityKnown,
    verdicts: verdicts.toSorted((a, b) => Number(b.usable) - Number(a.usable) || (a.name < b.name ? -1 : 1)),
  };
}
