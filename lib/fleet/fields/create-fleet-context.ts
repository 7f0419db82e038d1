import { dayMs } from "#lib/kube/time-units.ts";
import { type DisplayClock, utcClock, wallClockTimeOf } from "#lib/words/clock.ts";

/** Times that filters need besides the rows, in epoch milliseconds. */
export interface FleetContext {
  readonly now: number;
  /** End of the current day in the user's time zone. */
  readonly todayEndsAt: number;
}

export function createFleetContext(now: number, clock: DisplayClock = utcClock): FleetContext {
  const end = now + untilMidnight(now, clock);
  // On days with a clock change, the computed midnight is off by an hour.
  const miss = untilMidnight(end, clock);
  return { now, todayEndsAt: miss > dayMs / 2 ? end - (dayMs - miss) : end + miss };
}

function untilMidnight(at: number, clock: DisplayClock): number {
  const reading = wallClockTimeOf(at, clock);
  if (reading === undefined) return 0;
  const [hours = 0, minutes = 0] = reading.time.split(":").map(Number);
  return dayMs - ((hours * 60 + minutes) * 60 + Number(reading.seconds)) * 1000 - (at % 1000);
}
