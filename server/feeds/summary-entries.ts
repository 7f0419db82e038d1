import { parseInstant } from "#lib/kube/instant.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import type { KnownSummary } from "#lib/notices/summary-occurrences.ts";
import type { CalendarLayer } from "#lib/view/calendar/calendar-event.ts";
import { describeSummary } from "#lib/words/summary/describe-summary.ts";
import type { FeedEntry } from "./feed-entry.ts";

/** Summary of an ended operation, with its cluster. */
export interface ClusterSummary extends KnownSummary {
  readonly cluster: { readonly uid: string; readonly project: string; readonly name: string };
}

export interface SummaryEntriesInput {
  readonly layers: readonly CalendarLayer[];
  /** The earliest end of an operation, in epoch milliseconds. */
  readonly from: number;
}

const mostEntries = 100;

/**
 * Calendar entries for what was done: rotations belong to the layer of rotations, all else to the one of forced
 * updates. Operations that were not observed from their begin are left out, because replicas know different things of
 * them.
 */
export function summaryEntries(
  summaries: readonly ClusterSummary[],
  { layers, from }: SummaryEntriesInput,
): readonly FeedEntry[] {
  const layerOf = ({ summary }: KnownSummary) => (summary.cause.kind === "rotation" ? "rotation" : "forced");
  return summaries
    .filter((each) => each.summary.firstSeenAt === undefined && each.at >= from && layers.includes(layerOf(each)))
    .toSorted((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1))
    .slice(0, mostEntries)
    .map(entryOf);
}

function entryOf({ cluster: { uid, project, name }, key, at, summary }: ClusterSummary): FeedEntry {
  const begun = parseInstant(summary.begunAt) ?? at;
  const startAt = Math.min(begun, at);
  const { title, sentences } = describeSummary(summary);
  return {
    id: `did.${uid}.${key}`,
    startAt,
    endAt: Math.max(at, startAt + minuteMs),
    summary: `${project}/${name}: ${title}`,
    description: sentences.join("\n"),
    path: `/clusters/${project}/${name}/activity`,
  };
}
