import {
  type AttentionCauseCount,
  attentionTiers,
  type DatedEntryCount,
  type GardenCounts,
} from "#lib/contract/garden-counts.ts";
import { compareText } from "#lib/strings/natural-key.ts";
import { listBehind } from "../forecast/risk-histogram.ts";
import { queryOfSearch } from "./garden-count-rows.ts";

/** Garden with its figures. */
export interface CountsOfGarden {
  readonly garden: string;
  readonly figures: GardenCounts;
}

/** Count in a garden, and the path of the list it counts, as used within that garden. */
export interface GardenNumber {
  readonly garden: string;
  readonly count: number;
  readonly href: string;
}

export interface CauseOfGarden extends AttentionCauseCount {
  readonly garden: string;
}

/** Causes for attention in all gardens, in the order of an overview: present ones, then by date, then by size. */
export function attentionAcross(reports: readonly CountsOfGarden[]): readonly CauseOfGarden[] {
  const causes = reports.flatMap(({ garden, figures }) =>
    figures.attention.first.map((cause) => ({ ...cause, garden })),
  );
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
  /** Counts of the gardens with forced changes in this week. */
  readonly parts: readonly GardenNumber[];
}

/** Forced changes by week. Each cluster counts once, in the week of its first. */
export function weeksAcross(reports: readonly CountsOfGarden[], search: string) {
  const query = queryOfSearch(search);
  const number = (garden: string, count: number, time: string): readonly GardenNumber[] =>
    count === 0 ? [] : [{ garden, count, href: listBehind(query, { time }) }];
  const weeks = new Map<number, GardenNumber[]>();
  for (const { garden, figures } of reports) {
    for (const { fromAt, time, forced } of figures.weeks) {
      weeks.set(fromAt, [...(weeks.get(fromAt) ?? []), ...number(garden, forced, time)]);
    }
  }
  const inOrder = [...weeks].sort(([a], [b]) => a - b);
  return {
    overdue: reports.flatMap(({ garden, figures }) => number(garden, figures.overdue, "overdue")),
    weeks: inOrder.map(
      ([fromAt, parts]): WeekAcross => ({ fromAt, parts, total: parts.reduce((sum, { count }) => sum + count, 0) }),
    ),
  };
}

export interface DateOfGarden extends Omit<DatedEntryCount, "day"> {
  readonly garden: string;
}

export interface DatesAcross {
  readonly days: readonly (readonly [day: string, entries: readonly DateOfGarden[]])[];
  /** First day from which some garden's list was truncated. No dates from this day on are shown for any garden. */
  readonly leftOutFrom: string | undefined;
}

/** Dated events of all gardens by day. */
export function datesAcross(reports: readonly CountsOfGarden[]): DatesAcross {
  const [leftOutFrom] = reports.flatMap(({ figures }) => figures.dates.leftOutFrom ?? []).sort(compareText);
  const byDay = new Map<string, DateOfGarden[]>();
  for (const { garden, figures } of reports) {
    for (const { day, ...entry } of figures.dates.entries) {
      if (leftOutFrom !== undefined && day >= leftOutFrom) continue;
      byDay.set(day, [...(byDay.get(day) ?? []), { ...entry, garden }]);
    }
  }
  return { days: [...byDay].sort(([a], [b]) => compareText(a, b)), leftOutFrom };
}
