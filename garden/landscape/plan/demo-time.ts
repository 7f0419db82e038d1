import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";

/** The day the landscape is dated from, and instants relative to it as they stand on the wire. */
export interface DemoTime {
  readonly now: Date;
  minutesAgo(minutes: number): string;
  hoursAgo(hours: number): string;
  daysAgo(days: number): string;
  /** 23:59:59 UTC of the day that many days ahead (negative: ago): how landscapes write expiration dates. */
  endOfDay(days: number): string;
  /** 00:00:00 UTC of that day: how landscapes write the start of a lifecycle stage. */
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
