import { dayMs, secondMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { utcClock, wallTime } from "./clock.ts";
import { formatClockTime, formatDate } from "./format-time.ts";

/**
 * The last instant at which a version holds that ends at `at`: one that ends at midnight holds until the end of the day
 * before. Epoch milliseconds.
 */
export function lastInstantOf(at: number): number {
  return at % dayMs === 0 ? at - 1 : at;
}

/** The day on which a version ends, `20 Feb 2028`: a date of UTC whatever clock is chosen, the same on every screen. */
export function formatEndDate(at: number): string {
  return formatDate(lastInstantOf(at), utcClock);
}

/** The same in full, `end of 20 Feb 2028, UTC`; with the time where it is not the end of the day. */
export function formatEnd(at: number): string {
  const left = dayMs - (lastInstantOf(at) % dayMs);
  return left <= secondMs
    ? text("end of {date}, UTC", { date: formatEndDate(at) })
    : text("{date}, {time} UTC", { date: formatEndDate(at), time: formatClockTime(at, utcClock) });
}

/** `Feb 2028`: for what is far away. */
export function formatEndMonth(at: number): string {
  const end = wallTime(lastInstantOf(at), utcClock);
  return end === undefined ? formatEndDate(at) : text("{month} {year}", { month: end.month, year: end.year });
}

/** Until when a profile lists a version: `expires 20 Feb 2028`. */
export function endWords(classification: string, expiresAt: number | undefined): string {
  if (expiresAt !== undefined) {
    const at = formatEndDate(expiresAt);
    return classification === "expired" ? text("expired {at}", { at }) : text("expires {at}", { at });
  }
  return classification === "unknown" || classification === "not-in-profile"
    ? text("end not known")
    : text("no end date");
}
