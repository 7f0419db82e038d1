import "server-only";
import type { ComparedEndsResponse, WhatIfRequest } from "#lib/contract/versions.ts";
import { maxComparableEndsOf } from "#lib/forecast/max-comparable-ends-of.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import {
  createExpiryRelevanceCheck,
  createVersionEndOutcome,
  isVersionInProfile,
  type VersionEndOutcome,
  versionEndShift,
  withVersionEnd,
} from "#lib/policy/forecast/changed-profile/version-end-outcomes.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { groupAffectedShoots, type ProfileChangeLandscape, type SimulationRun } from "./group-affected-shoots.ts";

export type VersionEndDates = NonNullable<WhatIfRequest["ends"]>;
type ComparedEnds = ComparedEndsResponse["ends"];

/**
 * For each possible expiry date of a version, counts the clusters forced to update and those that cannot update, and
 * compares each cluster with its outcome of the end `from`.
 *
 * @throws ProblemError when the profile does not list the version, or is too large for so many dates
 */
export async function compareVersionEnds(
  landscape: ProfileChangeLandscape,
  ends: VersionEndDates,
  { pause, ...options }: SimulationRun,
): Promise<ComparedEnds> {
  if (!isVersionInProfile(landscape.after, ends)) {
    const detail = text("The profile does not list {version}.", { version: ends.version });
    throw new ProblemError("invalid-request", { detail });
  }
  const most = maxComparableEndsOf(landscape.after);
  if (ends.dates.length > most) {
    const detail = text("The profile lists so many versions that at most {most} ends are compared at once.", { most });
    throw new ProblemError("invalid-request", { detail });
  }
  /** Affected profiles if the version expires at `endsAt`, merged because a NamespacedCloudProfile may override it. */
  const fleetsWith = (endsAt: number | undefined) =>
    groupAffectedShoots({ ...landscape, after: withVersionEnd(landscape.after, ends, endsAt) });
  const concerned = new Set<Shoot>();
  const ended = fleetsWith(ends.dates[0]);
  for (const { pair, followers } of fleetsWith(undefined)) {
    await pause();
    const concerns = createExpiryRelevanceCheck(
      { endless: pair.after, ended: ended.next().value?.pair.after ?? pair.after },
      options,
    );
    for (const shoot of followers) {
      await pause();
      if (concerns(shoot)) concerned.add(shoot);
    }
  }
  const outcomesOf = async (at: number) => {
    const outcomes = new Map<Shoot, VersionEndOutcome>();
    for (const { pair, followers } of fleetsWith(at)) {
      await pause();
      const outcomeOf = createVersionEndOutcome(pair.after, ends, options);
      for (const shoot of followers) {
        if (!concerned.has(shoot)) continue;
        await pause();
        outcomes.set(shoot, outcomeOf(shoot));
      }
    }
    return outcomes;
  };
  const before = ends.from === undefined ? undefined : await outcomesOf(ends.from);
  const dates: ComparedEnds = [];
  for (const at of ends.dates) {
    const outcomes = before !== undefined && at === ends.from ? before : await outcomesOf(at);
    dates.push({ at, ...countOutcomes(outcomes, before) });
  }
  return dates;
}

type Outcomes = ReadonlyMap<Shoot, VersionEndOutcome>;

function countOutcomes(outcomes: Outcomes, before: Outcomes | undefined): Omit<ComparedEnds[number], "at"> {
  const counts = { forced: 0, stuck: 0, neither: 0, comingLater: 0 };
  const shifts = { freed: 0, stuckEarlier: 0, stuckLater: 0, forcedEarlier: 0, forcedLater: 0 };
  for (const [shoot, outcome] of outcomes) {
    counts[outcome.kind] += 1;
    if (outcome.kind !== "neither" && !outcome.hasVersionNow) counts.comingLater += 1;
    const was = before?.get(shoot);
    const shift = was && versionEndShift(was, outcome);
    if (shift !== undefined) shifts[shift] += 1;
  }
  const { forced, stuck, comingLater } = counts;
  return { forced, stuck, comingLater, ...(before !== undefined && { shifts }) };
}
