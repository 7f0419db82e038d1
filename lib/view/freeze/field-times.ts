import { parseInstant } from "#lib/kube/instant.ts";
import { type DisplayClock, formatOffset } from "#lib/words/clock.ts";
import { offsetMsAt } from "../calendar/calendar-days.ts";

/** Value of a field for a date and a time, in a clock: `2026-12-18T17:00`. Empty for an invalid instant. */
export function fieldTimeOf(atMs: number, clock: DisplayClock): string {
  const wall = new Date(atMs + offsetMsAt(atMs, clock));
  return Number.isNaN(wall.getTime()) ? "" : wall.toISOString().slice(0, 16);
}

/**
 * Instant of a field's value in a clock, in epoch milliseconds; undefined for an incomplete value. Of a time that the
 * clock skips in spring it is a neighbour, and of one that comes twice in autumn either.
 */
export function instantOfFieldTime(value: string, clock: DisplayClock): number | undefined {
  const wall = parseInstant(`${value}:00Z`);
  if (wall === undefined) return undefined;
  const near = wall - offsetMsAt(wall, clock);
  return wall - offsetMsAt(near, clock);
}

/** Name of a clock, for the label of a field: `Europe/Berlin`, `UTC`. */
export function clockNameOf(clock: DisplayClock): string {
  return clock.kind === "zone" ? clock.timeZone : formatOffset(clock.offsetMinutes);
}
