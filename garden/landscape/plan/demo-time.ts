import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";

/** The current time of the landscape, and timestamps relative to it in the API's format. */
export interface DemoTime {
  readonly now: Date;
  minutesAgo(minutes: number): string;
  hoursAgo(hours: number): string;
  daysAgo(days: number): string;
  /** The time 23:59:59 UTC, `days` from today (negative: in the past), as usual for expiration dates. */
  endOfDay(days: number): string;
  /** The time 00:00:00 UTC, `days` from today, as usual for the start of a lifecycle stage. */
  startOfDay(days: number): string;
}

export function createDemoTime(now: Date): DemoTime {
  const before = (ms: number): string => formatInstant(now.getTime() - ms);
  const dayText = (days: number): string => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
  return {
    now,
    minutesAgo: (minutes) => before(minutes * minuteMs),
    hoursAgo: (hours) => before(hours * 60 * minuteMs),
    daysAgo: (days) => before(days * dayMs),
    endOfDay: (days) => `${dayText(days)}T23:59:59Z`,
    startOfDay: (days) => `${dayText(days)}T00:00:00Z`,
  };
}
