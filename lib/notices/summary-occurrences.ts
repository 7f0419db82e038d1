import type { FleetRow } from "#lib/contract/fleet.ts";
import type { NoticeFact } from "#lib/contract/notices.ts";
import { type OperationSummary, operationSummarySchema } from "#lib/contract/summary/operation-summary.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { describeSummary, summaryText } from "#lib/words/summary/describe-summary.ts";
import type { WatchedOccurrence } from "./watched-occurrence.ts";

/** Summary of an operation, with the time at which it ended or is late, in epoch milliseconds. */
export interface KnownSummary {
  readonly key: string;
  readonly at: number;
  readonly summary: OperationSummary;
}

/** What operations did to a cluster: those that ended, and the one under way. */
export interface KnownSummaries {
  readonly ended: readonly KnownSummary[];
  readonly underWay: KnownSummary | undefined;
  /** The operation under way, if it is late or will be soon. */
  readonly late: KnownSummary | undefined;
}

/** Time for which a summary is reported. */
const summaryNewsMs = dayMs;
/** How long before its begin and after its end an operation's events may be seen, by another clock. */
const slackMs = 10 * minuteMs;

/** Summaries as events of a row. */
export function summaryOccurrencesOf(
  { uid }: Pick<FleetRow, "uid">,
  { ended, late }: KnownSummaries,
): readonly WatchedOccurrence[] {
  // What has ended is told at once, also if the garden's clock is ahead.
  const known = [
    ...ended.map((each) => ({ ...each, from: 0 })),
    ...(late === undefined ? [] : [{ ...late, from: late.at }]),
  ];
  return known.map(({ key, from, at, summary }) => ({
    event: "summary",
    key: `summary ${uid} ${key}`,
    from,
    until: at + summaryNewsMs,
    fact: { kind: "summary", summary: { ...summary } },
    at: formatInstant(at),
  }));
}

/**
 * Marks the events of a row that an operation's summary tells as well, so that an operation is one notice: that it
 * began, its rotation, that a rotation waits for people afterwards, and that it failed.
 */
export function foldIntoSummaries(
  found: readonly WatchedOccurrence[],
  row: FleetRow,
  { ended, underWay }: KnownSummaries,
): readonly WatchedOccurrence[] {
  const spans = [
    ...ended.map(({ at, summary }) => ({ from: (parseInstant(summary.begunAt) ?? at) - slackMs, to: at + slackMs })),
    ...(underWay === undefined
      ? []
      : [{ from: (parseInstant(underWay.summary.begunAt) ?? 0) - slackMs, to: Number.POSITIVE_INFINITY }]),
  ];
  const hasFailed = ended.some(
    ({ summary: { outcome, endedAt } }) => outcome.kind === "failed" && endedAt === row.lastOperation?.updatedAt,
  );
  const isFolded = ({ fact, at }: WatchedOccurrence): boolean => {
    if (fact.kind === "held") return fact.subject === "failed" && hasFailed;
    if (fact.kind !== "act" && fact.kind !== "rotation-started" && fact.kind !== "rotation-waits") return false;
    const time = parseInstant(at);
    return time !== undefined && spans.some(({ from, to }) => from <= time && time <= to);
  };
  return found.map((each) => (isFolded(each) ? { ...each, isFolded: true } : each));
}

type SummaryFact = Extract<NoticeFact, { readonly kind: "summary" }>;

/** A summary of a notice in the current language. */
export function describeSummaryFact({ summary }: SummaryFact): string {
  const known = operationSummarySchema.safeParse(summary);
  return known.success ? summaryText(known.data) : text("A summary of a newer Almanac");
}

/** The title of a summary, for builds that do not know summaries. */
export function summaryFactTitle({ summary }: SummaryFact): string {
  const known = operationSummarySchema.safeParse(summary);
  return known.success ? describeSummary(known.data).title : text("A summary of a newer Almanac");
}
