import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { dayNumber, daysUntil } from "#lib/policy/versions/dead-end-horizon.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDate, formatDateTime } from "#lib/words/format-time.ts";
import type { ForcedEvent } from "./forced-events.ts";

/**
 * Time range of forced changes, as in the URL: `..30d`, `8d..30d`, `180d..`, `overdue`, `none`, `unknown`, and the
 * absolute form in links, which keeps its meaning tomorrow: `2026-12-24..2027-02-21`.
 */
export type ForcedTimeRange =
  | { readonly kind: "overdue" }
  /** No change is expected within the forecast period. */
  | { readonly kind: "none" }
  /** There is no forecast. */
  | { readonly kind: "unknown" }
  /** Days in UTC counted from today as 0, both ends included. Without `from` it includes overdue events. */
  | { readonly kind: "days"; readonly from?: number; readonly to?: number }
  /** Days in UTC counted since 1970, both ends included. Without `from` it includes overdue events. */
  | { readonly kind: "dates"; readonly from?: number; readonly to?: number }
  /** From one instant until before another, in epoch ms; overdue events count by their original time. */
  | { readonly kind: "instants"; readonly from: number; readonly until: number };

const daysIn: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30 };

function days(count: string | undefined, unit: string | undefined): number | undefined {
  return count === undefined ? undefined : Number(count) * (daysIn[unit ?? "d"] ?? 1);
}

/** Parses a time range; undefined if invalid. `30d` means within 30 days, and a single date means that day. */
export function parseForcedTimeRange(text: string): ForcedTimeRange | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === "overdue" || wanted === "none" || wanted === "unknown") return { kind: wanted };
  return parseDays(wanted) ?? parseDates(wanted) ?? parseInstants(wanted);
}

function parseDays(wanted: string): ForcedTimeRange | undefined {
  const match = /^(?:(\d{1,5})([dwm]))?(\.\.)?(?:(\d{1,5})([dwm]))?$/.exec(wanted);
  if (!match) return undefined;
  const [, first, firstUnit, dots, second, secondUnit] = match;
  const [a, b] = [days(first, firstUnit), days(second, secondUnit)];
  if (a === undefined && b === undefined) return undefined;
  if (dots === undefined) return b === undefined && a !== undefined ? { kind: "days", to: a } : undefined;
  return { kind: "days", ...(a !== undefined && { from: a }), ...(b !== undefined && { to: b }) };
}

function parseDates(wanted: string): ForcedTimeRange | undefined {
  const match = /^(\d{4}-\d\d-\d\d)?(\.\.)?(\d{4}-\d\d-\d\d)?$/.exec(wanted);
  if (!match) return undefined;
  const [, first, dots, second] = match;
  const [from, to] = [first, second].map((date) => (date === undefined ? undefined : Date.parse(date) / dayMs));
  if (Number.isNaN(from) || Number.isNaN(to) || (from === undefined && to === undefined)) return undefined;
  if (dots === undefined) return to === undefined && from !== undefined ? { kind: "dates", from, to: from } : undefined;
  return { kind: "dates", ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

const instantPattern = String.raw`\d{4}-\d\d-\d\dt\d\d:\d\dz`;
const instantsPattern = new RegExp(`^(${instantPattern})\\.\\.(${instantPattern})$`);

function parseInstants(wanted: string): ForcedTimeRange | undefined {
  const [, first = "", second = ""] = instantsPattern.exec(wanted) ?? [];
  const [from, until] = [Date.parse(first.toUpperCase()), Date.parse(second.toUpperCase())];
  return Number.isNaN(from) || Number.isNaN(until) ? undefined : { kind: "instants", from, until };
}

/** Whether a day is in a range; without `from` it includes overdue events, without `to` it ends with the forecast. */
function isWithin(day: number, { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }): boolean {
  return day >= from && day <= to;
}

export function isInForcedTimeRange(
  { at, overdue }: Pick<ForcedEvent, "at" | "overdue">,
  range: ForcedTimeRange,
  now: number,
): boolean {
  switch (range.kind) {
    case "overdue":
      return overdue;
    case "none":
    case "unknown":
      return false;
    case "days":
      return isWithin(overdue ? -1 : daysUntil(at, now), range);
    case "dates":
      // Events that were due before today and have not come yet count as today.
      return isWithin(overdue ? Number.NEGATIVE_INFINITY : dayNumber(now) + daysUntil(at, now), range);
    case "instants":
      return at >= range.from && at < range.until;
  }
}

/** Time ranges that form the columns of the histogram and the options of the facet, in time order. */
export const forcedTimeBuckets = ["overdue", "0d..7d", "8d..30d", "31d..90d", "91d..180d", "181d.."] as const;
export type ForcedTimeBucket = (typeof forcedTimeBuckets)[number];

const lastDays = [7, 30, 90, 180];

export function forcedTimeBucketOf(
  { at, overdue }: Pick<ForcedEvent, "at" | "overdue">,
  now: number,
): ForcedTimeBucket {
  if (overdue) return "overdue";
  const day = daysUntil(at, now);
  const index = lastDays.findIndex((last) => day <= last);
  return forcedTimeBuckets[index < 0 ? forcedTimeBuckets.length - 1 : index + 1] ?? "181d..";
}

const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** Formats days in UTC as an absolute time range: `2026-12-24..2027-02-21`. */
export function formatDateRange({ from, to }: { readonly from?: number; readonly to?: number }): string {
  return `${from === undefined ? "" : dateOf(from)}..${to === undefined ? "" : dateOf(to)}`;
}

/** Converts a range counted from today to dates, so that its meaning stays the same; other texts stay unchanged. */
export function toAbsoluteTimeRange(text: string, now: number): string {
  const range = parseForcedTimeRange(text);
  if (range?.kind !== "days") return text;
  const today = dayNumber(now);
  const { from, to } = range;
  return formatDateRange({
    ...(from !== undefined && { from: today + from }),
    ...(to !== undefined && { to: today + to }),
  });
}

const dayLabels = (day: number) => formatDate(day * dayMs, utcClock);

/** Label of a range: `within 30 days`, `in 8–30 days`, `overdue`, `24 Dec 2026 – 21 Feb 2027`. Others as written. */
export function forcedTimeRangeLabel(written: string): string {
  const range = parseForcedTimeRange(written);
  switch (range?.kind) {
    case undefined:
      return written;
    case "overdue":
      return text("overdue");
    case "none":
      return text("none in sight");
    case "unknown":
      return text("no forecast");
    case "instants":
      return `${formatDateTime(range.from, utcClock)} – ${formatDateTime(range.until, utcClock)}`;
    case "dates": {
      const { from, to } = range;
      if (to === undefined) return text("from {date}", { date: dayLabels(from ?? 0) });
      if (from === undefined) return text("until {date}", { date: dayLabels(to) });
      return from === to ? dayLabels(from) : `${dayLabels(from)} – ${dayLabels(to)}`;
    }
    case "days": {
      const { from, to } = range;
      if (to === undefined) return text("in more than {days} days", { days: (from ?? 1) - 1 });
      if (from === undefined) return text("within {days} days", { days: to });
      return from === 0 ? text("in up to {days} days", { days: to }) : text("in {from}–{to} days", { from, to });
    }
  }
}
