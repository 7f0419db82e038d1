import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import type { RegionStrategy } from "#lib/policy/scheduling/region-choice.ts";
import { countShootsBySeed, scheduleShoot } from "#lib/policy/scheduling/schedule-shoot.ts";
import { isHandledByScheduler } from "#lib/policy/scheduling/scheduler-interest.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";

interface ScheduleInput {
  readonly shoot: Shoot;
  readonly seeds: readonly Seed[];
  readonly strategy: RegionStrategy;
  readonly shoots?: readonly Shoot[];
  readonly cloudProfile?: CloudProfile | null;
  /** Distances to other regions, from the Shoot's region. */
  readonly distances?: Readonly<Record<string, number>>;
}

const idle = { scheduled: false, lastOperation: null, retries: false };

function schedule(input: ScheduleInput, tellsMore: boolean) {
  const { shoot, seeds, strategy, shoots = [], cloudProfile, distances } = input;
  if (!isHandledByScheduler(shoot)) return idle;
  const scheduling = scheduleShoot(shoot, seeds, {
    rules: newestRules,
    project: "dev",
    strategy,
    usage: countShootsBySeed(shoots),
    profileSelector: cloudProfile?.spec.seedSelector ?? undefined,
    distances: distances && new Map(Object.entries(distances)),
  });
  if (scheduling.outcome === "scheduled") {
    return { ...idle, scheduled: true, ...(tellsMore && { seed: scheduling.seed }) };
  }
  const { stage, text } = scheduling;
  const selector = stage === "profile-selector" || stage === "shoot-selector";
  const lastOperation = {
    type: "Create",
    state: "Pending",
    ...(tellsMore ? { text } : { stage: selector ? "selector" : stage }),
  };
  return { scheduled: false, retries: true, lastOperation };
}

export const nextSchedulerAdapters: VectorAdapters = {
  "next-schedule": createVectorAdapter<ScheduleInput>((input) => schedule(input, false)),
  // Like the adapter above, with the chosen Seed and the message.
  "next-schedule-words": createVectorAdapter<ScheduleInput>((input) => schedule(input, true)),
};
