import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { freezeOverlapOf } from "#lib/policy/freeze/freeze-overlap.ts";
import { type FreezePeriod, freezePeriodsOf } from "#lib/policy/freeze/freeze-period.ts";
import type { DayEntry } from "./calendar-days.ts";
import type { CalendarEvent } from "./calendar-event.ts";

/** A freeze period and its project. */
export interface ProjectFreeze {
  readonly key: string;
  readonly project: string;
  readonly period: FreezePeriod;
}

/** A freeze period as a band over a range of days. */
export interface FreezeBand extends ProjectFreeze {
  /** Where the band begins and how long it is, as parts of the range: 0 to 1. */
  readonly start: number;
  readonly length: number;
}

interface InstantRange {
  readonly fromAt: number;
  readonly untilAt: number;
}

/** The freeze periods of all projects in the order in which they begin. Computed once per answer of the server. */
export const projectFreezesOf = memoizePerObject(({ projects }: Freezes): readonly ProjectFreeze[] =>
  projects
    .flatMap(({ project, freezes }) =>
      freezes.flatMap((freeze) =>
        freezePeriodsOf([freeze]).map((period) => ({ key: `${project}/${freeze.id}`, project, period })),
      ),
    )
    .sort((a, b) => a.period.fromAt - b.period.fromAt || (a.key < b.key ? -1 : 1)),
);

/** The same by project. */
export const freezesByProject = memoizePerObject(
  (freezes: Freezes): ReadonlyMap<string, readonly ProjectFreeze[]> =>
    Map.groupBy(projectFreezesOf(freezes), ({ project }) => project),
);

/** Those of the freeze periods that touch a range of time. */
export function freezeBandsOf(
  freezes: readonly ProjectFreeze[],
  { fromAt, untilAt }: InstantRange,
): readonly FreezeBand[] {
  const whole = untilAt - fromAt;
  return freezes
    .filter(({ period }) => period.fromAt < untilAt && period.untilAt > fromAt)
    .map((freeze) => {
      const [begin, end] = [Math.max(freeze.period.fromAt, fromAt), Math.min(freeze.period.untilAt, untilAt)];
      return { ...freeze, start: (begin - fromAt) / whole, length: (end - begin) / whole };
    });
}

/** Layers with events that change clusters by themselves, which a freeze is meant to keep away. */
export const changingLayers = ["forced", "lifetime"] as const satisfies readonly CalendarEvent["layer"][];

/** Events that change clusters, by the project of these clusters. */
type ProjectChanges = ReadonlyMap<string, readonly CalendarEvent[]>;

/** Indexes the events that change clusters by project, each event read once. A dead end changes nothing. */
export function projectChangesOf(events: Iterable<CalendarEvent>): ProjectChanges {
  const index = new Map<string, CalendarEvent[]>();
  for (const event of events) {
    if (!changingLayers.some((layer) => layer === event.layer) || event.deadEnd !== undefined) continue;
    for (const project of new Set(event.clusters.map((cluster) => cluster.project))) {
      const changes = index.get(project);
      if (changes === undefined) index.set(project, [event]);
      else changes.push(event);
    }
  }
  return index;
}

function overlapOf({ layer, at, until }: CalendarEvent, { period }: ProjectFreeze) {
  // The end of a forced update's interval is not always known; a lifetime ends at an instant.
  return freezeOverlapOf({ earliestAt: at, latestAt: until ?? (layer === "forced" ? undefined : at) }, period);
}

/** Number of changes that meet a freeze period: those that are certainly in it, and those that can be. */
interface FreezeMeetings {
  readonly inside: number;
  readonly possible: number;
}

/** Counts the changes of the project's clusters that meet a freeze period. */
function countChangesInFreeze(changes: ProjectChanges, freeze: ProjectFreeze): FreezeMeetings {
  const overlaps = (changes.get(freeze.project) ?? []).map((event) => overlapOf(event, freeze));
  const count = (wanted: keyof FreezeMeetings) => overlaps.filter((overlap) => overlap === wanted).length;
  return { inside: count("inside"), possible: count("possible") };
}

/** Those of the freeze periods of projects that a change meets, or can. @param freezes by project */
export function freezesMeeting(
  changes: ProjectChanges,
  freezes: ReadonlyMap<string, readonly ProjectFreeze[]>,
): readonly ProjectFreeze[] {
  return [...changes].flatMap(([project, events]) =>
    (freezes.get(project) ?? []).filter((freeze) => events.some((event) => overlapOf(event, freeze) !== "outside")),
  );
}

/** Most freeze periods that the calendar shows. */
const mostBands = 20;

/** The first freeze periods over the shown days with what meets them; `total` counts the others as well. */
export interface FreezeCalendar {
  readonly bands: readonly { readonly band: FreezeBand; readonly meets: FreezeMeetings }[];
  readonly total: number;
}

/**
 * The freeze periods over a range of time, and the changes that meet them.
 *
 * @param days entries of each day that is shown
 */
export function freezeCalendarOf(
  freezes: readonly ProjectFreeze[],
  range: InstantRange,
  days: Iterable<readonly DayEntry[]>,
): FreezeCalendar {
  const bands = freezeBandsOf(freezes, range);
  if (bands.length === 0) return { bands: [], total: 0 };
  const changes = projectChangesOf([...days].flatMap((entries) => entries.flatMap(({ events }) => events)));
  return {
    bands: bands.slice(0, mostBands).map((band) => ({ band, meets: countChangesInFreeze(changes, band) })),
    total: bands.length,
  };
}
