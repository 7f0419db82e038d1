import { dayMs } from "#lib/kube/time-units.ts";
import { dayNumber, daysUntil } from "#lib/policy/versions/dead-end-horizon.ts";
import { formatDateRange } from "./force-range.ts";

/** Week from Monday to Sunday, in UTC. */
export interface Week {
  /** Begin of the week: Monday, 00:00 UTC, in epoch milliseconds. */
  readonly fromAt: number;
  /** Value of the filter `forceIn` that selects the week. */
  readonly time: string;
}

/** Day number of the Monday on or before a day; 1 January 1970 was a Thursday. */
const mondayBefore = (day: number) => day - ((day + 3) % 7);

/** Returns a number of weeks, starting with the current one. */
export function weeksFrom(now: number, count: number): readonly Week[] {
  const first = mondayBefore(dayNumber(now));
  return Array.from({ length: count }, (_, week) => {
    const from = first + week * 7;
    return { fromAt: from * dayMs, time: formatDateRange({ from, to: from + 6 }) };
  });
}

/** Returns the index of the week that contains an instant: 0 for the current week. */
export function weekIndexOf(at: number, now: number): number {
  const today = dayNumber(now);
  return Math.floor((today + daysUntil(at, now) - mondayBefore(today)) / 7);
}
