import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { findBindingRefusal } from "./binding-refusal.ts";
import { type SeedSchedulingResult, type ShootSchedulingResult, scheduleShoot } from "./schedule-shoot.ts";
import {
  type ExclusionResponsibleRole,
  type RefusingStage,
  responsibleRoleOfExclusion,
  type SeedExclusion,
} from "./seed-exclusion.ts";
import type { SchedulingFacts } from "./seed-filters.ts";

/** A Seed as the scheduler, and then the API server, would judge it now. */
export interface ExpectedSeed extends Omit<SeedSchedulingResult, "refusedBy"> {
  readonly refusedBy?: RefusingStage;
  /** Whether the Seed is refused for its region under the strategy `SameRegion`, but not under `MinimalDistance`. */
  readonly onlyByDistance: boolean;
}

/** What the scheduler would do with a Shoot, as far as it is known without the scheduler's configuration. */
export interface ExpectedSeeds {
  /** The Seeds of which the scheduler would take one; empty if none passes its filters. */
  readonly possible: readonly string[];
  /** Whether a scheduler with the strategy `SameRegion` would find no Seed, although there are possible ones. */
  readonly onlyByDistance: boolean;
  /** If no Seed is possible: what the last Seeds fail at. */
  readonly pending?: {
    readonly stage: RefusingStage;
    readonly turns: readonly ExclusionResponsibleRole[];
    /** The first reason of each Seed that fails at this stage. */
    readonly exclusions: readonly { readonly seed: string; readonly exclusion: SeedExclusion }[];
  };
  readonly verdicts: readonly ExpectedSeed[];
}

/**
 * Which Seeds the scheduler could choose for a Shoot. Its strategy stands in its configuration, which no user of the
 * garden can read: without `facts.strategy` both are considered. Without `facts.usage` each Seed that passes the filters
 * is possible, because nothing says which one has the fewest Shoots. Of Seeds with equally few Shoots each is possible.
 */
export function expectSeeds(shoot: Shoot, seeds: readonly Seed[], facts: SchedulingFacts): ExpectedSeeds {
  const byRegion = scheduleShoot(shoot, seeds, { ...facts, strategy: facts.strategy ?? "SameRegion" });
  const byDistance = scheduleShoot(shoot, seeds, { ...facts, strategy: facts.strategy ?? "MinimalDistance" });
  const verdicts = byDistance.verdicts.map((verdict, index): ExpectedSeed => {
    const refusedInRegion = byRegion.verdicts[index]?.refusedBy !== undefined;
    const judged = withBinding(verdict, findBindingRefusal(shoot, verdict.seed, facts.project)?.exclusion);
    return { ...judged, onlyByDistance: judged.refusedBy === undefined && refusedInRegion };
  });
  const chosen = new Set([byRegion, byDistance].flatMap((result) => chosenSeeds(result, facts)));
  const bindable = new Set(verdicts.flatMap(({ seed, refusedBy }) => (refusedBy ? [] : [seed.metadata.name])));
  const possible = [...chosen].filter((name) => bindable.has(name));
  return {
    possible: possible.sort(),
    onlyByDistance: possible.length > 0 && byRegion.outcome === "pending",
    ...(possible.length === 0 && { pending: pendingOf(byDistance, verdicts) }),
    verdicts,
  };
}

function withBinding(
  verdict: SeedSchedulingResult,
  exclusion: SeedExclusion | undefined,
): Omit<ExpectedSeed, "onlyByDistance"> {
  if (exclusion === undefined) return verdict;
  const others = verdict.obstacles.filter(({ reason }) => reason !== exclusion.reason);
  return { ...verdict, refusedBy: verdict.refusedBy ?? "binding", obstacles: [...others, exclusion] };
}

/** The Seeds of which the scheduler chooses one: without the numbers of Shoots each one that passes its filters. */
function chosenSeeds(result: ShootSchedulingResult, { usage }: SchedulingFacts): readonly string[] {
  if (result.outcome === "pending") return [];
  if (usage !== undefined) return result.equals;
  return result.verdicts.flatMap(({ seed, refusedBy }) => (refusedBy === undefined ? [seed.metadata.name] : []));
}

function pendingOf(
  result: ShootSchedulingResult,
  verdicts: readonly ExpectedSeed[],
): NonNullable<ExpectedSeeds["pending"]> {
  const stage = result.outcome === "pending" ? result.stage : "binding";
  const exclusions = verdicts.flatMap(({ seed, refusedBy, obstacles: [exclusion] }) =>
    refusedBy === stage && exclusion ? [{ seed: seed.metadata.name, exclusion }] : [],
  );
  const turns = exclusions.map(({ exclusion }) => responsibleRoleOfExclusion(exclusion));
  return { stage, turns: turns.length === 0 ? ["Operator"] : [...new Set(turns)], exclusions };
}
