import type { Announcement } from "#lib/contract/announcements/announcements.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";

type ShownTimes = Pick<Announcement, "from" | "until">;

/** First and last day (`2026-12-24`, UTC) of an announcement, as in its form; empty for none. */
export function shownDaysOf({ from, until }: ShownTimes): { readonly first: string; readonly last: string } {
  // An announcement that ends at midnight is shown for the last time on the day before.
  return { first: dayOf(from, 0), last: dayOf(until, 1) };
}

/** The times of an announcement that is shown from the beginning of its first to the end of its last day (UTC). */
export function shownTimesOf(first: string, last: string): ShownTimes {
  const start = Date.parse(first);
  const end = Date.parse(last);
  return {
    ...(!Number.isNaN(start) && { from: new Date(start).toISOString() }),
    ...(!Number.isNaN(end) && { until: new Date(end + dayMs).toISOString() }),
  };
}

/** When an announcement is shown: `Shown from 24 Dec to 31 Dec 2026 (UTC).` */
export function announcementDaysLabel({ from, until }: ShownTimes): string {
  const first = from === undefined ? undefined : formatDate(Date.parse(from), utcClock);
  const last = until === undefined ? undefined : formatDate(Date.parse(until) - 1, utcClock);
  if (first !== undefined && last !== undefined) return text("Shown from {first} to {last} (UTC).", { first, last });
  if (first !== undefined) return text("Shown from {first} on (UTC).", { first });
  return last === undefined ? text("Shown until it is deleted.") : text("Shown until {last} (UTC).", { last });
}

function dayOf(instant: string | undefined, beforeMs: number): string {
  return instant === undefined ? "" : new Date(Date.parse(instant) - beforeMs).toISOString().slice(0, 10);
}
