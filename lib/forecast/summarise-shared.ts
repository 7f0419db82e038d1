import type { HopName, RowForecast } from "#lib/contract/forecast.ts";
import type { StoryHop } from "#lib/policy/forecast/lane-story.ts";
import {
  datedDeadEnd,
  datedHop,
  earliestOf,
  type SharedLane,
  type SharedOutlook,
} from "#lib/policy/forecast/shared-outlook.ts";
import { toForeseenDeadEnd } from "./foreseen-dead-end.ts";
import { toForeseenStep } from "./foreseen-step.ts";
import { type SummaryContext, stepsToStable, worstFirst } from "./summarise-forecast.ts";

/** A step that may be told, with the place of its lane. */
interface Candidate {
  readonly place: number;
  readonly lane: SharedLane;
  readonly hop: StoryHop;
  readonly name: HopName;
  readonly earliestAt: number;
}

/**
 * As `summariseForecast` says it of the whole forecast, out of what the Shoot shares with others: of all its steps only
 * the few that are told get dates and effects.
 */
export function summariseShared(outlook: SharedOutlook, context: SummaryContext): RowForecast {
  const { next, firsts } = firstsOf(outlook);
  const toldOf = ({ hop, lane, name }: Candidate) => toForeseenStep(datedHop(hop, lane, outlook), lane, context, name);
  const deadEnds = outlook.lanes.flatMap((lane) =>
    lane.story.deadEnds.map((deadEnd) => toForeseenDeadEnd(datedDeadEnd(deadEnd, outlook), lane, context)),
  );
  const [first] = firsts;
  const final = outlook.lanes[0]?.story.final;
  const row: RowForecast = {
    computedAt: context.now,
    forced: firsts.map(toldOf),
    deadEnds: worstFirst(deadEnds),
    finalVersions: final === undefined ? [] : [final],
  };
  if (next?.hop.kind === "auto") row.next = toldOf(next);
  if (first !== undefined) row.stepsToStable = stepsToStable(first.lane.story.hops, first.hop);
  return row;
}

/** The first step of all, and the first forced one of each kind in time order; of equal instants the first lane's. */
function firstsOf(outlook: SharedOutlook): { readonly next: Candidate | undefined; readonly firsts: Candidate[] } {
  let next: Candidate | undefined;
  const firsts: Candidate[] = [];
  for (const [place, lane] of outlook.lanes.entries()) {
    for (const hop of lane.story.firstHops) {
      const earliestAt = earliestOf(hop, outlook);
      const candidate = { place, lane, hop, name: nameOf(lane, hop), earliestAt };
      if (next === undefined || earliestAt < next.earliestAt) next = candidate;
      if (hop.kind === "forced") keepEarlier(firsts, candidate);
    }
  }
  firsts.sort((a, b) => a.earliestAt - b.earliestAt || a.place - b.place || a.hop.day - b.hop.day);
  return { next, firsts };
}

function keepEarlier(firsts: Candidate[], candidate: Candidate): void {
  const at = firsts.findIndex(({ name }) => name === candidate.name);
  const known = firsts[at];
  if (known === undefined) firsts.push(candidate);
  else if (candidate.earliestAt < known.earliestAt) firsts[at] = candidate;
}

function nameOf({ id }: SharedLane, { step }: StoryHop): HopName {
  if (id.kind === "pool-image") return "image";
  return step === "patch" ? "patch" : "minor";
}
