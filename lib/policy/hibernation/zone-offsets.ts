import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";

/** How far a wall clock is ahead of UTC on one of its days, in milliseconds. */
export interface TimeZoneOffsetsOfDay {
  readonly before: number;
  readonly after: number;
  /** The instant from which the offset `after` applies; infinite when the offset does not change. */
  readonly changeAt: number;
}

/** Size of the cache of time zones, roughly the number of time zone names. */
const cachedZones = 600;
const cachedDays = 4_000;
/** Maximum length of a cached time zone name, twice the length of the longest one. */
const longestName = 64;

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    // The name is no time zone; callers report the error.
    return null;
  }
}

const formatOf = memoizePerKey(cachedZones, makeFormat);

/** Whether the platform knows the time zone. Names are case-insensitive; a name with a blank is invalid. */
export function isTimeZone(name: string): boolean {
  return name.length <= longestName && !/\s/.test(name) && formatOf(name.toLowerCase()) !== null;
}

/**
 * Whether the platform knows the time zone under exactly this name, which Go opens as a file. The case of an alias is
 * not available from the platform, but all begin with a capital letter.
 */
export function isExactTimeZoneName(name: string): boolean {
  if (!isTimeZone(name)) return false;
  const known = formatOf(name.toLowerCase())?.resolvedOptions().timeZone ?? name;
  return known.toLowerCase() === name.toLowerCase() ? known === name : /^[A-Z]/.test(name);
}

function offsetAt(format: Intl.DateTimeFormat, atMs: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

/** The first instant (to the minute) at which the second of two different offsets applies. */
function changeBetween(format: Intl.DateTimeFormat, fromMs: number, toMs: number): number {
  const later = offsetAt(format, toMs);
  let [low, high] = [fromMs / minuteMs, toMs / minuteMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(format, middle * minuteMs) === later) high = middle;
    else low = middle;
  }
  return high * minuteMs;
}

const offsetsOf = memoizePerKey(cachedDays, (key): TimeZoneOffsetsOfDay | null => {
  const [day = "", timeZone = ""] = key.split(" ", 2);
  const format = formatOf(timeZone);
  if (format === null) return null;
  const [fromMs, toMs] = [(Number(day) - 1) * dayMs, (Number(day) + 2) * dayMs];
  const [before, after] = [offsetAt(format, fromMs), offsetAt(format, toMs)];
  const changeAt = before === after ? Number.POSITIVE_INFINITY : changeBetween(format, fromMs, toMs);
  return { before, after, changeAt };
});

/**
 * The offsets of a wall clock around one calendar day; undefined when the time zone is unknown, or the day is outside
 * the range of dates. Clocks are assumed to change at most once in three days.
 *
 * @param dayWall the day's midnight on the wall clock, as if it were UTC
 */
export function offsetsOfDay(timeZone: string, dayWall: number): TimeZoneOffsetsOfDay | undefined {
  // The day is outside the range of Date, or NaN.
  if (!(Math.abs(dayWall) < 8e15)) return undefined;
  if (!isTimeZone(timeZone)) return undefined;
  return offsetsOf(`${Math.floor(dayWall / dayMs)} ${timeZone.toLowerCase()}`) ?? undefined;
}

/** Offset of a zone's wall clock from UTC at an instant; undefined where {@link offsetsOfDay} is. */
export function offsetOfZone(timeZone: string, atMs: number): number | undefined {
  const offsets = offsetsOfDay(timeZone, Math.floor(atMs / dayMs) * dayMs);
  return offsets && (atMs < offsets.changeAt ? offsets.before : offsets.after);
}
