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

/** Cause for attention, once for all gardens that have it. */
export interface CauseAcross extends Pick<AttentionCauseCount, "tier" | "title" | "at"> {
  /** Number of clusters in each garden. */
  readonly parts: readonly GardenNumber[];
  /** What the overviews say about it, and in which gardens. */
  readonly details: readonly DetailAcross[];
}

export interface DetailAcross {
  readonly sentence: string;
  /** None if all gardens say the same. */
  readonly gardens: readonly string[];
}

/**
 * Causes for attention in all gardens, in the order of an overview: present ones, then by date, then by size. Those with
 * one title are one.
 */
export function attentionAcross(reports: readonly CountsOfGarden[]): readonly CauseAcross[] {
  const causes = reports.flatMap(({ garden, figures }) =>
    figures.attention.first.map((cause) => ({ ...cause, garden })),
  );
  const groups = Object.values(Object.groupBy(causes, ({ tier, title }) => JSON.stringify([tier, title])));
  return groups
    .flatMap((group = []) => (group[0] === undefined ? [] : [causeAcross(group[0], group)]))
    .sort(
      (a, b) =>
        attentionTiers.indexOf(a.tier) - attentionTiers.indexOf(b.tier) ||
        dueAt(a) - dueAt(b) ||
        sumOf(b.parts) - sumOf(a.parts) ||
        compareText(a.title, b.title),
    );
}

function causeAcross(
  { tier, title }: AttentionCauseCount,
  group: readonly (AttentionCauseCount & { readonly garden: string })[],
): CauseAcross {
  const dates = group.flatMap(({ at }) => at ?? []);
  const sentences = Object.entries(Object.groupBy(group, ({ detail }) => detail));
  return {
    tier,
    title,
    ...(dates.length > 0 && { at: Math.min(...dates) }),
    parts: group.map(({ garden, clusters, href }) => ({ garden, href, count: clusters })),
    details: sentences.map(([sentence, of = []]) => ({
      sentence,
      gardens: sentences.length === 1 ? [] : of.map(({ garden }) => garden),
    })),
  };
}

/** What is due already comes before every date. */
function dueAt({ tier, at }: CauseAcross): number {
  return tier === "now" || tier === "ended" ? 0 : (at ?? Number.MAX_SAFE_INTEGER);
}

function sumOf(parts: readonly GardenNumber[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
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
    weeks: inOrder.map(([fromAt, parts]): WeekAcross => ({ fromAt, parts, total: sumOf(parts) })),
  };
}

/** Event of a day, once for all gardens that have it. */
export interface DateAcross extends Pick<DatedEntryCount, "title" | "hue"> {
  readonly parts: readonly GardenNumber[];
}

export interface DatesAcross {
  readonly days: readonly (readonly [day: string, entries: readonly DateAcross[]])[];
  /** First day from which some garden's list was truncated. No dates from this day on are shown for any garden. */
  readonly leftOutFrom: string | undefined;
}

/** Dated events of all gardens by day. */
export function datesAcross(reports: readonly CountsOfGarden[]): DatesAcross {
  const [leftOutFrom] = reports.flatMap(({ figures }) => figures.dates.leftOutFrom ?? []).sort(compareText);
  const byDay = new Map<string, Map<string, DateAcross>>();
  for (const { garden, figures } of reports) {
    for (const { day, title, hue, clusters, href } of figures.dates.entries) {
      if (leftOutFrom !== undefined && day >= leftOutFrom) continue;
      const entries = byDay.get(day) ?? new Map<string, DateAcross>();
      const key = JSON.stringify([hue, title]);
      const parts = [...(entries.get(key)?.parts ?? []), { garden, href, count: clusters }];
      byDay.set(day, entries.set(key, { title, hue, parts }));
    }
  }
  const days = [...byDay].sort(([a], [b]) => compareText(a, b));
  return { days: days.map(([day, entries]) => [day, [...entries.values()]]), leftOutFrom };
}
