import "server-only";
import type { ComparedEndsResponse, WhatIfRequest } from "#lib/contract/versions.ts";
import { comparableEnds } from "#lib/forecast/comparable-ends.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import {
  createConcern,
  createVersionEndOutcome,
  listsVersion,
  withVersionEnd,
} from "#lib/policy/forecast/changed-profile/version-end-outcomes.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { type AffectedLandscape, affectedFleets, type Course } from "./affected-fleets.ts";

export type Ends = NonNullable<WhatIfRequest["ends"]>;
type ComparedEnds = ComparedEndsResponse["ends"];

/**
 * Counts for each end of a version how many clusters are forced off it, and how many get stuck on it.
 *
 * @throws ProblemError when the profile does not list the version, or lists too many for so many ends
 */
export async function compareEnds(
  landscape: AffectedLandscape,
  ends: Ends,
  { pause, now, horizon }: Course,
): Promise<ComparedEnds> {
  if (!listsVersion(landscape.after, ends)) {
    const detail = text("The profile does not list {version}.", { version: ends.version });
    throw new ProblemError("invalid-request", { detail });
  }
  const most = comparableEnds(landscape.after);
  if (ends.dates.length > most) {
    const detail = text("The profile lists so many versions that at most {most} ends are compared at once.", { most });
    throw new ProblemError("invalid-request", { detail });
  }
  const options = { now, horizon };
  /** Each profile merged with this end, because a project's own profile may override it. */
  const fleetsWith = (endsAt: number | undefined) =>
    affectedFleets({ ...landscape, after: withVersionEnd(landscape.after, ends, endsAt) });
  const concerned = new Set<Shoot>();
  const ended = fleetsWith(ends.dates[0]);
  for (const { pair, followers } of fleetsWith(undefined)) {
    await pause();
    const concerns = createConcern(
      { endless: pair.after, ended: ended.next().value?.pair.after ?? pair.after },
      options,
    );
    for (const shoot of followers) {
      await pause();
      if (concerns(shoot)) concerned.add(shoot);
    }
  }
  const dates: ComparedEnds = [];
  for (const at of ends.dates) {
    const counts = { forced: 0, stuck: 0, neither: 0 };
    for (const { pair, followers } of fleetsWith(at)) {
      await pause();
      const outcomeOf = createVersionEndOutcome(pair.after, ends, options);
      for (const shoot of followers) {
        if (!concerned.has(shoot)) continue;
        await pause();
        counts[outcomeOf(shoot)] += 1;
      }
    }
    dates.push({ at, forced: counts.forced, stuck: counts.stuck });
  }
  return dates;
}
