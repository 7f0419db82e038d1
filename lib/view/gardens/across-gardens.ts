import {
  type AttentionCauseCount,
  attentionTiers,
  type DatedEntryCount,
  type GardenCounts,
} from "#lib/contract/garden-counts.ts";
import { compareText } from "#lib/strings/natural-key.ts";
import { clusterListPathOfRiskBar } from "../forecast/risk-histogram.ts";
import { queryOfGardenSearch } from "./garden-count-rows.ts";

/** Garden with the counts of its clusters. */
export interface CountsOfGarden {
  readonly garden: string;
  readonly figures: GardenCounts;
}

/** Count of clusters in a garden, and the path of the cluster list that it counts, relative to the garden. */
export interface GardenClusterCount {
  readonly garden: string;
  readonly count: number;
  /** Set if projects are counted, not clusters. */
  readonly counts?: "projects";
  readonly href: string;
}

/** Cause for attention, combined over all gardens that have it. */
export interface AttentionCauseAcrossGardens extends Pick<AttentionCauseCount, "tier" | "title" | "at"> {
  /** Number of affected clusters or projects in each garden. */
  readonly parts: readonly GardenClusterCount[];
  /** Texts of the gardens' overviews about the cause, with the gardens that have each text. */
  readonly details: readonly CauseDetailAcrossGardens[];
}

export interface CauseDetailAcrossGardens {
  readonly sentence: string;
  /** Gardens with this text; empty if all gardens have the same text. */
  readonly gardens: readonly string[];
}

/**
 * Returns the causes for attention of all gardens, in the order of an overview: present ones, then by date, then by
 * number of clusters. Causes with the same title are combined.
 */
export function attentionCausesAcrossGardens(
  reports: readonly CountsOfGarden[],
): readonly AttentionCauseAcrossGardens[] {
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
): AttentionCauseAcrossGardens {
  const dates = group.flatMap(({ at }) => at ?? []);
  const sentences = Object.entries(Object.groupBy(group, ({ detail }) => detail));
  return {
    tier,
    title,
    ...(dates.length > 0 && { at: Math.min(...dates) }),
    parts: group.map(({ garden, clusters, projects, href }) =>
      projects === undefined
        ? { garden, href, count: clusters }
        : { garden, href, count: projects, counts: "projects" as const },
    ),
    details: sentences.map(([sentence, of = []]) => ({
      sentence,
      gardens: sentences.length === 1 ? [] : of.map(({ garden }) => garden),
    })),
  };
}

/** Returns the date by which a cause is sorted. A cause that is due already comes before every date. */
function dueAt({ tier, at }: AttentionCauseAcrossGardens): number {
  return tier === "now" || tier === "ended" ? 0 : (at ?? Number.MAX_SAFE_INTEGER);
}

function sumOf(parts: readonly GardenClusterCount[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

export interface ForcedWeekAcrossGardens {
  readonly fromAt: number;
  readonly total: number;
  /** Counts of the gardens with forced changes in this week. */
  readonly parts: readonly GardenClusterCount[];
}

/** Forced changes of all gardens by week; each cluster counts once, in the week of its first forced change. */
export function forcedWeeksAcrossGardens(reports: readonly CountsOfGarden[], search: string) {
  const query = queryOfGardenSearch(search);
  const number = (garden: string, count: number, time: string): readonly GardenClusterCount[] =>
    count === 0 ? [] : [{ garden, count, href: clusterListPathOfRiskBar(query, { time }) }];
  const weeks = new Map<number, GardenClusterCount[]>();
  for (const { garden, figures } of reports) {
    for (const { fromAt, time, forced } of figures.weeks) {
      weeks.set(fromAt, [...(weeks.get(fromAt) ?? []), ...number(garden, forced, time)]);
    }
  }
  const inOrder = [...weeks].sort(([a], [b]) => a - b);
  return {
    overdue: reports.flatMap(({ garden, figures }) => number(garden, figures.overdue, "overdue")),
    weeks: inOrder.map(([fromAt, parts]): ForcedWeekAcrossGardens => ({ fromAt, parts, total: sumOf(parts) })),
  };
}

/** Dated event, combined over all gardens that have it. */
export interface DatedEntryAcrossGardens extends Pick<DatedEntryCount, "title" | "hue"> {
  readonly parts: readonly GardenClusterCount[];
}

export interface DatedEntriesAcrossGardens {
  readonly days: readonly (readonly [day: string, entries: readonly DatedEntryAcrossGardens[]])[];
  /** First day from which a garden's list was truncated; from this day on, no garden's events are shown. */
  readonly leftOutFrom: string | undefined;
}

/** Dated events of all gardens by day. */
export function datedEntriesAcrossGardens(reports: readonly CountsOfGarden[]): DatedEntriesAcrossGardens {
  const [leftOutFrom] = reports.flatMap(({ figures }) => figures.dates.leftOutFrom ?? []).sort(compareText);
  const byDay = new Map<string, Map<string, DatedEntryAcrossGardens>>();
  for (const { garden, figures } of reports) {
    for (const { day, title, hue, clusters, href } of figures.dates.entries) {
      if (leftOutFrom !== undefined && day >= leftOutFrom) continue;
      const entries = byDay.get(day) ?? new Map<string, DatedEntryAcrossGardens>();
      const key = JSON.stringify([hue, title]);
      const parts = [...(entries.get(key)?.parts ?? []), { garden, href, count: clusters }];
      byDay.set(day, entries.set(key, { title, hue, parts }));
    }
  }
  const days = [...byDay].sort(([a], [b]) => compareText(a, b));
  return { days: days.map(([day, entries]) => [day, [...entries.values()]]), leftOutFrom };
}
