import type { RowWindow } from "#lib/fleet/fields/next-window-of-row.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { type DisplayClock, formatOffset, utcClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { formatClockTime, formatDate } from "#lib/words/format-time.ts";
import { formatInterval } from "./format-interval.ts";

/** Maximum number of days until the next clock change of a time zone that has any. */
const farthestDays = 370;

function offsetAt(at: number, timeZone: string): string | undefined {
  return wallClockTimeOf(at, { kind: "zone", timeZone })?.offset;
}

/** Returns the day of a time zone's clock change: the old UTC offset applies at `from`, and no longer at `to`. */
function dayOfChange(timeZone: string, after: number): { readonly from: number; readonly to: number } | undefined {
  const offset = offsetAt(after, timeZone);
  for (let day = 1; day <= farthestDays; day++) {
    const to = after + day * dayMs;
    if (offsetAt(to, timeZone) !== offset) return { from: to - dayMs, to };
  }
  return undefined;
}

/** Returns the next clock change of a time zone (epoch milliseconds, to the minute); undefined if there is none. */
export function nextClockChange(timeZone: string, after: number): number | undefined {
  const day = dayOfChange(timeZone, after);
  if (day === undefined) return undefined;
  const offset = offsetAt(after, timeZone);
  let { from, to } = day;
  while (to - from > minuteMs) {
    const middle = from + Math.floor((to - from) / 2);
    if (offsetAt(middle, timeZone) === offset) from = middle;
    else to = middle;
  }
  return Math.floor(to / minuteMs) * minuteMs;
}

/** Maintenance window in three clocks, with the effect of daylight saving time. */
export interface WindowClocks {
  readonly own: string;
  readonly utc: string;
  readonly mine: string;
  /** Effect of daylight saving time on the local time of the window. */
  readonly note: string;
}

function noteOf({ beginMs, offsetMinutes }: RowWindow, timeZone: string, now: number): string {
  const fixed = text("The window is fixed at {offset} and does not follow daylight saving.", {
    offset: formatOffset(offsetMinutes),
  });
  const zone: DisplayClock = { kind: "zone", timeZone };
  const changeAt = nextClockChange(timeZone, now);
  const begins = formatClockTime(beginMs, zone);
  if (changeAt === undefined)
    return `${fixed} ${text("In {timeZone} it always begins at {begins}.", { timeZone, begins })}`;
  const days = Math.max(0, Math.ceil((changeAt - beginMs) / dayMs));
  const then = formatClockTime(beginMs + days * dayMs, zone);
  const before = days === 0 ? formatClockTime(beginMs - dayMs, zone) : begins;
  const change = { timeZone, before, then, date: formatDate(changeAt, zone) };
  return `${fixed} ${text("In {timeZone} it begins at {before} now and at {then} from {date}.", change)}`;
}

/** Returns the next maintenance window in the cluster's own fixed offset, in UTC and in the user's time zone. */
export function windowClocks(window: RowWindow, timeZone: string, now: number): WindowClocks {
  const { beginMs, endMs, offsetMinutes } = window;
  return {
    own: formatInterval(beginMs, endMs, { kind: "offset", offsetMinutes }),
    utc: formatInterval(beginMs, endMs, utcClock),
    mine: formatInterval(beginMs, endMs, { kind: "zone", timeZone }),
    note: noteOf(window, timeZone, now),
  };
}
