import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import type { RegionStrategy } from "#lib/policy/scheduling/region-choice.ts";
import { scheduleShoot, seedUsage } from "#lib/policy/scheduling/schedule-shoot.ts";
import { schedulerLooksAt } from "#lib/policy/scheduling/scheduler-interest.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";

interface ScheduleInput {
  readonly shoot: Shoot;
  readonly seeds: readonly Seed[];
  readonly strategy: RegionStrategy;
  readonly shoots?: readonly Shoot[];
  readonly cloudProfile?: CloudProfile | null;
  /** From the Shoot's region. */
  readonly distances?: Readonly<Record<string, number>>;
}

const idle = { scheduled: false, lastOperation: null, retries: false };

function schedule(input: ScheduleInput, tellsMore: boolean) {
  const { shoot, seeds, strategy, shoots = [], cloudProfile, distances } = input;
  if (!schedulerLooksAt(shoot)) return idle;
  const scheduling = scheduleShoot(shoot, seeds, {
    rules: newestRules,
    project: "dev",
    strategy,
    usage: seedUsage(shoots),
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

export const nextSchedulerAdapters: Adapters = {
  "next-schedule": adapter<ScheduleInput>((input) => schedule(input, false)),
  // As above, with the Seed and the words.
  "next-schedule-words": adapter<ScheduleInput>((input) => schedule(input, true)),
};
