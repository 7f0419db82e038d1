import type { FleetRow } from "#lib/contract/fleet.ts";
import type { NoticeFact } from "#lib/contract/notices.ts";
import { type OperationSummary, operationSummarySchema } from "#lib/contract/summary/operation-summary.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
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
/**
 * How long the summary of a maintenance that was not observed from its begin waits for that of a replica which saw more:
 * the first that is told is the one that is kept.
 */
const fullerSummaryMs = hourMs;

/** Summaries as events of a row. */
export function summaryOccurrencesOf(
  { uid }: Pick<FleetRow, "uid">,
  { ended, late }: KnownSummaries,
): readonly WatchedOccurrence[] {
  // What was seen from its begin is told at once, also if the garden's clock is ahead.
  const known = [
    ...ended.map((each) => ({ ...each, from: each.summary.firstSeenAt === undefined ? 0 : each.at + fullerSummaryMs })),
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

/** An operation, with the time in which its events are seen, in epoch milliseconds. */
interface OperationSpan {
  readonly from: number;
  readonly to: number;
  readonly summary: OperationSummary;
}

function spanOf({ at, summary }: KnownSummary, to: number): OperationSpan {
  return { from: (parseInstant(summary.begunAt) ?? at) - slackMs, to, summary };
}

/** Whether a summary tells an event of its cluster: what it does not mention stays an event of its own. */
function isToldBy({ from, to, summary }: OperationSpan, { fact, at }: WatchedOccurrence): boolean {
  const time = parseInstant(at);
  if (time === undefined || time < from || time > to) return false;
  const { cause, changes, tasks, alsoBy = [] } = summary;
  const names = (family: string) =>
    [...changes, ...tasks].some((each) => each.kind === "rotation" && each.family === family);
  switch (fact.kind) {
    case "act":
      // Maintenance is nobody's act: somebody else did something meanwhile.
      return cause.kind !== "maintenance" || alsoBy.length > 0;
    case "rotation-started":
    case "rotation-waits":
      return names(fact.family);
    default:
      return false;
  }
}

/**
 * Marks the events of a row that an operation's summary tells as well, so that an operation is one notice: that it
 * began, its rotation, that a rotation waits for people afterwards, and that it failed. While the operation is under
 * way they are left out and not marked: should it never have a summary, because this replica ends first or the change
 * was taken back, they are told then.
 */
export function foldIntoSummaries(
  found: readonly WatchedOccurrence[],
  row: FleetRow,
  { ended, underWay, late }: KnownSummaries,
): readonly WatchedOccurrence[] {
  const spans = [...ended, ...(late === undefined ? [] : [late])].map((each) =>
    spanOf(each, each === late ? Number.POSITIVE_INFINITY : each.at + slackMs),
  );
  const open = underWay && spanOf(underWay, Number.POSITIVE_INFINITY);
  const hasFailed = ended.some(
    ({ summary: { outcome, endedAt } }) => outcome.kind === "failed" && endedAt === row.lastOperation?.updatedAt,
  );
  return found.flatMap((each) => {
    const { fact } = each;
    const isTold =
      fact.kind === "held" ? fact.subject === "failed" && hasFailed : spans.some((span) => isToldBy(span, each));
    if (isTold) return { ...each, isFolded: true };
    return open !== undefined && isToldBy(open, each) ? [] : each;
  });
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
