import { dayMs } from "#lib/kube/time-units.ts";
import { type DisplayClock, utcClock, wallTime } from "#lib/words/clock.ts";

/** Input of filters besides the rows. Epoch milliseconds. */
export interface FleetContext {
  readonly now: number;
  /** End of the user's day. */
  readonly todayEndsAt: number;
}

export function fleetContext(now: number, clock: DisplayClock = utcClock): FleetContext {
  const end = now + untilMidnight(now, clock);
  // On days with a clock change, midnight is an hour off.
  const miss = untilMidnight(end, clock);
  return { now, todayEndsAt: miss > dayMs / 2 ? end - (dayMs - miss) : end + miss };
}

function untilMidnight(at: number, clock: DisplayClock): number {
  const reading = wallTime(at, clock);
  if (reading === undefined) return 0;
  const [hours = 0, minutes = 0] = reading.time.split(":").map(Number);
  return dayMs - ((hours * 60 + minutes) * 60 + Number(reading.seconds)) * 1000 - (at % 1000);
}
