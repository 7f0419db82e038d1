import { dayMs, secondMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { utcClock, wallTime } from "./clock.ts";
import { formatClockTime, formatDate } from "./format-time.ts";

/**
 * Last instant at which a version that ends at `at` is valid, in epoch milliseconds. A version that ends at midnight is
 * valid until the end of the previous day.
 */
export function lastInstantOf(at: number): number {
  return at % dayMs === 0 ? at - 1 : at;
}

/** Last day of a version, `20 Feb 2028`. Always in UTC, so that all screens agree whatever the selected clock. */
export function formatEndDate(at: number): string {
  return formatDate(lastInstantOf(at), utcClock);
}

/** End of a version in full: `end of 20 Feb 2028, UTC`, or with the time if it is not the end of a day. */
export function formatEnd(at: number): string {
  const left = dayMs - (lastInstantOf(at) % dayMs);
  return left <= secondMs
    ? text("end of {date}, UTC", { date: formatEndDate(at) })
    : text("{date}, {time} UTC", { date: formatEndDate(at), time: formatClockTime(at, utcClock) });
}

/** Month in which a version ends, `Feb 2028`, for ends far ahead. */
export function formatEndMonth(at: number): string {
  const end = wallTime(lastInstantOf(at), utcClock);
  return end === undefined ? formatEndDate(at) : text("{month} {year}", { month: end.month, year: end.year });
}

/** End of a version in a profile: `expires 20 Feb 2028`. */
export function versionEndLabel(classification: string, expiresAt: number | undefined): string {
  if (expiresAt !== undefined) {
    const at = formatEndDate(expiresAt);
    return classification === "expired" ? text("expired {at}", { at }) : text("expires {at}", { at });
  }
  return classification === "unknown" || classification === "not-in-profile"
    ? text("end not known")
    : text("no end date");
}
