import { text } from "#lib/language/text.ts";
import type { ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import type { ForecastPeriod } from "#lib/policy/forecast/dead-end.ts";
import { type DisplayClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";

/**
 * Formats an interval in a clock: `Tue 24 Nov 2026, 22:00–22:45 UTC+01:00`. It contains both days if it crosses
 * midnight, and both UTC offsets if the clock changes in between. Instants are in epoch milliseconds.
 */
export function formatInterval(fromAt: number, untilAt: number, clock: DisplayClock): string {
  const [from, until] = [wallClockTimeOf(fromAt, clock), wallClockTimeOf(untilAt, clock)];
  if (!from || !until) return text("unknown time");
  const begin = text("{weekday} {day} {month} {year}, {time}", { ...from });
  const sameOffset = from.offset === until.offset;
  const sameDay = from.day === until.day && from.month === until.month && from.year === until.year;
  if (sameDay && sameOffset) return `${begin}–${until.time} ${until.offset}`;
  return `${begin}${sameOffset ? "" : ` ${from.offset}`} – ${formatDateTime(untilAt, clock)}`;
}

/** Formats the time of a step: an interval, or its earliest time. */
export function formatStepTime(
  { earliestAt, latestAt }: Pick<ForecastStep, "earliestAt" | "latestAt">,
  clock: DisplayClock,
): string {
  return latestAt === undefined
    ? text("from {at}", { at: formatDateTime(earliestAt, clock) })
    : formatInterval(earliestAt, latestAt, clock);
}

/** Formats the period of a state, with its end if there is one. */
export function formatPeriod({ fromAt, untilAt }: ForecastPeriod, clock: DisplayClock, now: number): string {
  const from = formatDateTime(fromAt, clock);
  if (untilAt === undefined) return fromAt <= now ? text("now") : text("from {at}", { at: from });
  const until = formatDateTime(untilAt, clock);
  return fromAt <= now ? text("now until {until}", { until }) : text("from {from} until {until}", { from, until });
}
