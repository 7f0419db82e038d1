import { type Message, message, text } from "#lib/language/text.ts";
import type { ExpectedSeeds } from "#lib/policy/scheduling/expected-seeds.ts";
import type { SeedExclusion } from "#lib/policy/scheduling/seed-exclusion.ts";
import { formatList } from "../format-list.ts";

/**
 * Sentence that says which Seed the scheduler would choose now, or only which ones pass its filters.
 * @param countsKnown whether the number of clusters on each Seed is known, by which the scheduler chooses
 */
export function describeExpectedSeeds({ possible, onlyByDistance }: ExpectedSeeds, countsKnown: boolean): string {
  const [seed, ...others] = possible;
  const seeds = formatList(possible);
  if (seed === undefined) return text("No Seed can take the cluster now. It waits until one can.");
  if (!countsKnown) return describePassingSeeds({ seeds, others: others.length, onlyByDistance });
  if (onlyByDistance) {
    return text(
      "No Seed of the cluster's region can take it. A scheduler that looks for the nearest region would choose {seeds}; one that stays in the region lets the cluster wait.",
      { seeds },
    );
  }
  if (others.length === 0) return text("The scheduler would choose {seed} now.", { seed });
  return text("The scheduler would choose one of {seeds} now. They have equally few clusters.", { seeds });
}

/** Without the number of clusters on each Seed nothing says which one is full, or has the fewest. */
function describePassingSeeds({ seeds, others, onlyByDistance }: PassingSeeds): string {
  if (onlyByDistance)
    return text(
      "No Seed of the cluster's region passes the scheduler's filters. Of other regions, {seeds} {count, plural, one {passes} other {pass}} them, capacity aside; a scheduler that stays in the region lets the cluster wait.",
      { seeds, count: others + 1 },
    );
  return others === 0
    ? text("Only {seeds} passes the scheduler's filters now, capacity aside.", { seeds })
    : text("{seeds} pass the scheduler's filters now, capacity aside.", { seeds });
}

interface PassingSeeds {
  readonly seeds: string;
  /** Number of Seeds besides the first. */
  readonly others: number;
  readonly onlyByDistance: boolean;
}

const addsSeed = message("Add a Seed, or bring this one back.");
const createsAnew = message("These ranges stay as they are. Create the cluster with others, in place of this one.");

/** By the reason that excludes a Seed: what makes the Seed, or another one, take the cluster. */
const remedies = {
  "seed-in-deletion": message("Add another Seed."),
  "seed-not-visible": message("Show the Seed to the scheduler again, or add another one."),
  "seed-not-bootstrapped": addsSeed,
  "seed-not-ready": addsSeed,
  "profile-selector": message("Label a Seed as the CloudProfile asks, or change its selector."),
  "shoot-selector": message("Change the cluster's Seed selector."),
  "other-provider": message("Add a Seed on the cluster's infrastructure."),
  "fewer-than-three-zones": message("Ask for the loss of a node to be survived, and not of a zone."),
  "zones-missing": message("Pin the control plane to zones that a Seed has."),
  "zones-enforced": message("Give a pool a zone of the Seed."),
  "zones-preferred": message("The Seeds that the scheduler prefers have to take the cluster."),
  "access-restrictions": message("Take the access restriction away from the cluster."),
  "other-domain": message("Use the domain that Gardener assigns, or one of your own."),
  "emergency-stop": message("End the emergency stop of the Seed."),
  "networks-overlap": createsAnew,
  "taints-not-tolerated": message("Let the project tolerate the Seed's taint, or take it away."),
  "seed-full": message("Delete clusters on the Seed, move them away, raise its capacity or add a Seed."),
  "other-region": message("Create the cluster in a region that has a Seed, in place of this one."),
  "ranges-missing": message("Set the range in the cluster's network."),
} as const satisfies Record<SeedExclusion["reason"], Message>;

/** Sentence that says what would make a Seed take the cluster. */
export function describeSeedRemedy({ reason }: SeedExclusion): string {
  return text(remedies[reason]);
}
