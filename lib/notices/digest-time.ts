import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { offsetsOfDay } from "#lib/policy/hibernation/zone-offsets.ts";

/** An hour of the day, by the clocks of a place. */
export interface DailyHour {
  readonly hour: number;
  readonly zone: string;
}

/** When a day's digest goes that holds what was told then: the next time that a clock there shows the hour. */
export function nextDigestAt({ hour, zone }: DailyHour, toldAt: number): number {
  const wall = toldAt + offsetAt(zone, toldAt);
  const today = Math.floor(wall / dayMs) * dayMs + hour * hourMs;
  return instantOf(zone, today > wall ? today : today + dayMs);
}

/** A zone that is not known counts as UTC: what is to be delivered is not kept back for a name. */
function offsetAt(zone: string, at: number): number {
  const offsets = offsetsOfDay(zone, Math.floor(at / dayMs) * dayMs);
  if (offsets === undefined) return 0;
  return at < offsets.changeAt ? offsets.before : offsets.after;
}

/** Of an hour that a clock leaves out, the instant at which it does; of one that it shows twice, the first. */
function instantOf(zone: string, wall: number): number {
  const offsets = offsetsOfDay(zone, wall);
  if (offsets === undefined) return wall;
  const early = wall - offsets.before;
  return early < offsets.changeAt ? early : Math.max(wall - offsets.after, offsets.changeAt);
}
