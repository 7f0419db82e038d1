import type { Freezes } from "#lib/contract/freeze/freezes.ts";
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

/** The freeze periods of all projects in the order in which they begin. */
export function projectFreezesOf({ projects }: Freezes): readonly ProjectFreeze[] {
  return projects
    .flatMap(({ project, freezes }) =>
      freezes.flatMap((freeze) =>
        freezePeriodsOf([freeze]).map((period) => ({ key: `${project}/${freeze.id}`, project, period })),
      ),
    )
    .sort((a, b) => a.period.fromAt - b.period.fromAt || (a.key < b.key ? -1 : 1));
}

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

/** Layers with events that change clusters, which a freeze is meant to keep away. */
const changingLayers: ReadonlySet<CalendarEvent["layer"]> = new Set(["forced", "window", "lifetime"]);

/** Whether an event changes a cluster of the project in the period, or can. A dead end changes nothing. */
export function isEventInFreeze(event: CalendarEvent, { project, period }: ProjectFreeze) {
  if (!changingLayers.has(event.layer) || event.deadEnd !== undefined) return false;
  if (!event.clusters.some((cluster) => cluster.project === project)) return false;
  return freezeOverlapOf({ earliestAt: event.at, latestAt: event.until ?? event.at }, period) !== "outside";
}

/** Number of events on the shown days that change clusters of the project in the period. */
export function countEventsInFreeze(
  days: readonly (readonly [day: string, entries: readonly DayEntry[]])[],
  freeze: ProjectFreeze,
) {
  return days
    .flatMap(([, entries]) => entries.flatMap(({ events }) => events))
    .filter((event) => isEventInFreeze(event, freeze)).length;
}
