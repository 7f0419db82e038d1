import {
  type AttentionCauseFigure,
  attentionTiers,
  type DatedEntryFigure,
  type GardenFigures,
} from "#lib/contract/garden-figures.ts";
import { compareText } from "#lib/text/natural-key.ts";
import { listBehind } from "../forecast/risk-histogram.ts";
import { queryOfSearch } from "./garden-figures.ts";

/** What a garden has told. */
export interface ToldGarden {
  readonly garden: string;
  readonly figures: GardenFigures;
}

/** A number of one garden, and the list of what it counts, as pages of that garden write it. */
export interface GardenNumber {
  readonly garden: string;
  readonly count: number;
  readonly href: string;
}

export interface CauseOfGarden extends AttentionCauseFigure {
  readonly garden: string;
}

/** What needs attention in all of them, in the order of each one's overview: what is so now, then by date, then by size. */
export function attentionAcross(told: readonly ToldGarden[]): readonly CauseOfGarden[] {
  const causes = told.flatMap(({ garden, figures }) => figures.attention.first.map((cause) => ({ ...cause, garden })));
  const isSo = ({ tier }: CauseOfGarden) => tier === "now" || tier === "ended";
  const dateOf = (cause: CauseOfGarden) => (isSo(cause) ? 0 : (cause.at ?? Number.MAX_SAFE_INTEGER));
  return causes.sort(
    (a, b) =>
      attentionTiers.indexOf(a.tier) - attentionTiers.indexOf(b.tier) ||
      dateOf(a) - dateOf(b) ||
      b.clusters - a.clusters ||
      compareText(a.garden, b.garden) ||
      compareText(a.title, b.title),
  );
}

export interface WeekAcross {
  readonly fromAt: number;
  readonly total: number;
  /** Of the gardens in which something is forced in it. */
  readonly parts: readonly GardenNumber[];
}

/** Forced changes by week: each cluster counts once, in the week of its first. */
export function weeksAcross(told: readonly ToldGarden[], search: string) {
  const query = queryOfSearch(search);
  const number = (garden: string, count: number, time: string): readonly GardenNumber[] =>
    count === 0 ? [] : [{ garden, count, href: listBehind(query, { time }) }];
  const weeks = new Map<number, GardenNumber[]>();
  for (const { garden, figures } of told) {
    for (const { fromAt, time, forced } of figures.weeks) {
      weeks.set(fromAt, [...(weeks.get(fromAt) ?? []), ...number(garden, forced, time)]);
    }
  }
  const inOrder = [...weeks].sort(([a], [b]) => a - b);
  return {
    overdue: told.flatMap(({ garden, figures }) => number(garden, figures.overdue, "overdue")),
    weeks: inOrder.map(
      ([fromAt, parts]): WeekAcross => ({ fromAt, parts, total: parts.reduce((sum, { count }) => sum + count, 0) }),
    ),
  };
}

export interface DateOfGarden extends Omit<DatedEntryFigure, "day"> {
  readonly garden: string;
}

export interface DatesAcross {
  readonly days: readonly (readonly [day: string, entries: readonly DateOfGarden[]])[];
  /** From this day on some garden had more to say than there was room for; nothing of it, or later, is told of any. */
  readonly leftOutFrom: string | undefined;
}

/** The dated events of all of them, day by day. */
export function datesAcross(told: readonly ToldGarden[]): DatesAcross {
  const [leftOutFrom] = told.flatMap(({ figures }) => figures.dates.leftOutFrom ?? []).sort(compareText);
  const byDay = new Map<string, DateOfGarden[]>();
  for (const { garden, figures } of told) {
    for (const { day, ...entry } of figures.dates.entries) {
      if (leftOutFrom !== undefined && day >= leftOutFrom) continue;
      byDay.set(day, [...(byDay.get(day) ?? []), { ...entry, garden }]);
    }
  }
  return { days: [...byDay].sort(([a], [b]) => compareText(a, b)), leftOutFrom };
}
