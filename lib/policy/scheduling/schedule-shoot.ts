import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { formatLabelSelector } from "#lib/kube/label-selector.ts";
import { findBindingRefusal } from "./binding-refusal.ts";
import {
  type ExclusionResponsibleRole,
  responsibleRoleOfExclusion,
  type SchedulingStage,
  type SeedExclusion,
  schedulingStages,
} from "./seed-exclusion.ts";
import { pinnedZones, type SchedulingFacts, seedFilters } from "./seed-filters.ts";
import { conflictMessage } from "./seed-networks.ts";

/** Whether the scheduler could choose a Seed, and what prevents it. */
export interface SeedSchedulingResult {
  readonly seed: Seed;
  /** The scheduler's filter that excludes the Seed; undefined when none does. */
  readonly refusedBy?: SchedulingStage;
  /** All reasons that exclude the Seed, in the order of the filters, including reasons of later filters. */
  readonly obstacles: readonly SeedExclusion[];
}

/** Result of scheduling a Shoot: the chosen Seed, or why it stays pending. */
export type ShootSchedulingResult =
  | {
      readonly outcome: "scheduled";
      readonly seed: string;
      /**
       * All Seeds that pass the filters and have the fewest Shoots, `seed` first. The scheduler reads the Seeds from a
       * cache in random order, and takes any of these.
       */
      readonly equals: readonly string[];
      /** `status.lastOperation.description` if the API server refuses to bind the Shoot to `seed`; it then stays pending. */
      readonly bindingRefusal?: string;
      readonly verdicts: readonly SeedSchedulingResult[];
    }
  | {
      readonly outcome: "pending";
      /** The scheduler's filter that excludes the last remaining Seeds. */
      readonly stage: SchedulingStage;
      /** Who can change something so that a Seed passes the filter. */
      readonly turns: readonly ExclusionResponsibleRole[];
      /** `status.lastOperation.description`, as the scheduler writes it. */
      readonly text: string;
      readonly verdicts: readonly SeedSchedulingResult[];
    };

/**
 * Simulates the scheduler: of the Seeds that pass all filters it chooses the one with the fewest Shoots; otherwise
 * returns the filter that no Seed passes.
 *
 * @param seeds in the order in which the scheduler lists them; of Seeds with equally few Shoots it chooses the first
 * @source Gardener: pkg/scheduler/controller/shoot/reconciler.go, DetermineSeed
 */
export function scheduleShoot(shoot: Shoot, seeds: readonly Seed[], facts: SchedulingFacts): ShootSchedulingResult {
  const passed = new Map<SchedulingStage, readonly Seed[]>();
  let left = seeds;
  for (const stage of schedulingStages) {
    passed.set(stage, left);
    left = left.filter((seed) => seedFilters[stage](seed, { shoot, facts, left }).length === 0);
  }
  const verdicts = seeds.map((seed) => resultOf(seed, passed, { shoot, facts }));
  const used = (seed: Seed) => facts.usage?.get(seed.metadata.name) ?? 0;
  const fewest = Math.min(...left.map(used));
  const best = left.filter((seed) => used(seed) === fewest);
  if (best[0] !== undefined) {
    const refusal = findBindingRefusal(shoot, best[0], facts.project);
    const equals = best.map(({ metadata }) => metadata.name);
    return {
      outcome: "scheduled",
      seed: best[0].metadata.name,
      equals,
      ...(refusal && { bindingRefusal: refusal.text }),
      verdicts,
    };
  }
  const index = schedulingStages.findLastIndex((each) => (passed.get(each) ?? []).length > 0);
  const stage = schedulingStages[Math.max(index, 0)] ?? "usable";
  const refused = verdicts.filter(({ refusedBy }) => refusedBy === stage);
  const firsts = refused.flatMap(({ seed }) =>
    seedFilters[stage](seed, { shoot, facts, left: passed.get(stage) ?? [] }).slice(0, 1),
  );
  const turns = firsts.length === 0 ? (["Operator"] as const) : [...new Set(firsts.map(responsibleRoleOfExclusion))];
  const text = `Failed to schedule Shoot: ${textOfStage(stage, passed.get(stage) ?? [], { shoot, facts })}`;
  return { outcome: "pending", stage, turns, text, verdicts };
}

/** The Seeds that pass all filters but the last, which depends on the scheduler's strategy for regions. */
export function candidateSeeds(shoot: Shoot, seeds: readonly Seed[], facts: SchedulingFacts): readonly Seed[] {
  return schedulingStages
    .filter((stage) => stage !== "strategy")
    .reduce(
      (left, stage) => left.filter((seed) => seedFilters[stage](seed, { shoot, facts, left }).length === 0),
      seeds,
    );
}

interface Asked {
  readonly shoot: Shoot;
  readonly facts: SchedulingFacts;
}

function resultOf(
  seed: Seed,
  passed: ReadonlyMap<SchedulingStage, readonly Seed[]>,
  asked: Asked,
): SeedSchedulingResult {
  let refusedBy: SchedulingStage | undefined;
  const obstacles: SeedExclusion[] = [];
  for (const stage of schedulingStages) {
    const before = passed.get(stage) ?? [];
    const left = before.includes(seed) ? before : [...before, seed];
    const found = seedFilters[stage](seed, { ...asked, left });
    if (found.length > 0) refusedBy ??= stage;
    // The region filter repeats a reason that an earlier filter already found for the provider.
    obstacles.push(...found.filter(({ reason }) => !obstacles.some((each) => each.reason === reason)));
  }
  return { seed, obstacles, ...(refusedBy && { refusedBy }) };
}

/** The scheduler's error message when no Seed passes a filter. */
function textOfStage(stage: SchedulingStage, seeds: readonly Seed[], { shoot, facts }: Asked): string {
  const none = `none of the ${seeds.length} seeds`;
  const noneOut = `none out of the ${seeds.length} seeds`;
  const labels = `${noneOut} has the matching labels required by seed selector of`;
  const { spec } = shoot;
  switch (stage) {
    case "usable":
      return `${none} is valid for scheduling (not deleting, visible and ready)`;
    case "profile-selector":
      return `${labels} 'CloudProfile' (selector: '${formatLabelSelector(facts.profileSelector)}')`;
    case "shoot-selector":
      return `${labels} 'Shoot' (selector: '${formatLabelSelector(spec.seedSelector)}')`;
    case "provider":
      return `${noneOut} has a matching provider for ${JSON.stringify(spec.provider.type)}`;
    case "three-zones":
      return `${none} has at least 3 zones for hosting a shoot control plane with failure tolerance type 'zone'`;
    case "zones": {
      const pinned = pinnedZones(shoot);
      return pinned.length > 0
        ? `${none} contains all requested control plane zones [${pinned.join(" ")}]`
        : `${none} has any zone overlap with the shoot's worker pool zones (zone selection mode: Enforce)`;
    }
    case "access-restrictions":
      return `${none} supports the access restrictions configured in the shoot specification`;
    case "domain":
      return `${none} support the domain ${JSON.stringify(spec.dns?.domain)} configured in the shoot specification`;
    case "emergency-stop":
      return `${none} have enabled shoot reconciliations currently`;
    case "candidates": {
      const reasons = seeds
        .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
        .map((seed) => `${seed.metadata.name} => ${textOfCandidate(seed, { shoot, facts })}`);
      return `0/${seeds.length} seed cluster candidate(s) are eligible for scheduling: {${reasons.join(", ")}}`;
    }
    case "strategy": {
      const profile = spec.cloudProfile?.name ?? spec.cloudProfileName ?? "";
      const region = `Region '${spec.region ?? ""}', SeedDeterminationStrategy '${facts.strategy ?? ""}'`;
      return `no matching seed candidate found for Configuration (Cloud Profile '${profile}', ${region})`;
    }
  }
}

function textOfCandidate(seed: Seed, asked: Asked): string {
  const [first] = seedFilters.candidates(seed, { ...asked, left: [seed] });
  switch (first?.reason) {
    case "networks-overlap":
      return `invalid networks: [${first.conflicts.map(conflictMessage).join(" ")}]`;
    case "taints-not-tolerated":
      return "shoot does not tolerate the seed's taints";
    default:
      return "seed does not have available capacity for shoots";
  }
}

/**
 * Number of Shoots on each Seed. A migrating Shoot counts on both.
 * @source Gardener: pkg/api/core/v1beta1/helper/seed.go, CalculateSeedUsage
 */
export function countShootsBySeed(shoots: Iterable<unknown>): ReadonlyMap<string, number> {
  const usage = new Map<string, number>();
  for (const shoot of shoots) {
    for (const seed of new Set([fieldAt(shoot, "spec", "seedName"), fieldAt(shoot, "status", "seedName")])) {
      if (typeof seed === "string" && seed !== "") usage.set(seed, (usage.get(seed) ?? 0) + 1);
    }
  }
  return usage;
}
