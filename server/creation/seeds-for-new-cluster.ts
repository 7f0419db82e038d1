import "server-only";
import type { NewClusterPreview } from "#lib/contract/new-cluster.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { describeSeedExclusion } from "#lib/words/infrastructure-descriptions.ts";
import { expectedSeedAnswer } from "#server/seeds/expected-seed.ts";
import { expectSeedsOf, type SchedulingInput } from "#server/seeds/seed-choice.ts";

type SeedsForNewCluster = NewClusterPreview["seeds"];

/**
 * Which Seeds could run a new cluster, and which one the scheduler would choose now.
 *
 * @param seeds undefined if the user is not allowed to list them
 */
export function seedsForNewCluster(input: SchedulingInput, seeds: readonly Seed[] | undefined): SeedsForNewCluster {
  const capacityKnown = input.counts !== undefined;
  if (seeds === undefined) return { unread: "forbidden", capacityKnown, verdicts: [] };
  const expected = expectSeedsOf(input, seeds);
  const verdicts = expected.verdicts.map(({ seed: { metadata, spec }, refusedBy, obstacles }) => {
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
  return {
    expected: expectedSeedAnswer(expected, capacityKnown),
    capacityKnown,
    verdicts: verdicts.toSorted((a, b) => Number(b.usable) - Number(a.usable) || (a.name < b.name ? -1 : 1)),
  };
}
