import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { dayMs, secondMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { utcClock, wallClockTimeOf } from "./clock.ts";
import { formatClockTime, formatDate } from "./format-time.ts";

/**
 * Last instant at which a version that ends at `at` is valid, in epoch milliseconds. A version that ends at midnight is
 * valid until the end of the previous day.
 */
export function lastValidInstantOf(at: number): number {
  return at % dayMs === 0 ? at - 1 : at;
}

/** Formats a version's last day, `20 Feb 2028`, always in UTC, so that all pages agree whatever clock is selected. */
export function formatVersionEndDate(at: number): string {
  return formatDate(lastValidInstantOf(at), utcClock);
}

/** Returns a version's last day in UTC as a date field and an address have it, such as `2027-08-31`. */
export function lastDayOfVersion(at: number): string {
  return formatInstant(lastValidInstantOf(at)).slice(0, 10);
}

/** Returns the last second of a day such as `2027-08-31` in UTC, in epoch milliseconds; undefined for no date. */
export function lastSecondOfDay(day: string): number | undefined {
  return parseInstant(`${day}T23:59:59Z`);
}

/** Formats the end of a version in full: `end of 20 Feb 2028, UTC`, or with the time if it is not the end of a day. */
export function formatVersionEnd(at: number): string {
  const left = dayMs - (lastValidInstantOf(at) % dayMs);
  return left <= secondMs
    ? text("end of {date}, UTC", { date: formatVersionEndDate(at) })
    : text("{date}, {time} UTC", { date: formatVersionEndDate(at), time: formatClockTime(at, utcClock) });
}

/** Month in which a version ends, `Feb 2028`, for ends far ahead. */
export function formatVersionEndMonth(at: number): string {
  const end = wallClockTimeOf(lastValidInstantOf(at), utcClock);
  return end === undefined ? formatVersionEndDate(at) : text("{month} {year}", { month: end.month, year: end.year });
}

/** End of a version in a profile: `expires 20 Feb 2028`. */
export function versionEndLabel(classification: string, expiresAt: number | undefined): string {
  if (expiresAt !== undefined) {
    const at = formatVersionEndDate(expiresAt);
    return classification === "expired" ? text("expired {at}", { at }) : text("expires {at}", { at });
  }
  return classification === "unknown" || classification === "not-in-profile"
    ? text("end not known")
    : text("no end date");
}
