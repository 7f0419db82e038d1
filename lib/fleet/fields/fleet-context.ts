import { dayMs } from "#lib/kube/time-units.ts";
import { type Clock, utcClock, wallTime } from "#lib/words/clock.ts";

/** What filters need to know beside the rows. Epoch milliseconds. */
export interface FleetContext {
  readonly now: number;
  /** The end of the reader's day. */
  readonly todayEndsAt: number;
}

export function fleetContext(now: number, clock: Clock = utcClock): FleetContext {
  const end = now + untilMidnight(now, clock);
  // On the day on which clocks are set, midnight lies an hour off.
  const miss = untilMidnight(end, clock);
  return { now, todayEndsAt: miss > dayMs / 2 ? end - (dayMs - miss) : end + miss };
}

function untilMidnight(at: number, clock: Clock): number {
  const reading = wallTime(at, clock);
  if (reading === undefined) return 0;
  const [hours = 0, minutes = 0] = reading.time.split(":").map(Number);
  return dayMs - ((hours * 60 + minutes) * 60 + Number(reading.seconds)) * 1000 - (at % 1000);
}
