import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { type Cron, matchesDay } from "./cron.ts";

/** How far ahead an expression is searched. February 29th may be eight years away. */
const searchDays = 366 * 8 + 2;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
    return format;
  } catch {
    // The name is no time zone; the caller says so.
    return undefined;
  }
}

/** The wall clock's reading of an instant, as if it were UTC. */
function wallMs(format: Intl.DateTimeFormat, atMs: number): number {
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** The instants at which the wall clock reads `wall`: none in a skipped hour, two in a repeated one. */
function instantsOf(format: Intl.DateTimeFormat, wall: number): readonly number[] {
  const offsets = [wall - dayMs, wall + dayMs].map((atMs) => wallMs(format, atMs) - atMs);
  return [...new Set(offsets)].map((offset) => wall - offset).filter((atMs) => wallMs(format, atMs) === wall);
}

function instantsOfDay(cron: Cron, format: Intl.DateTimeFormat, dayWall: number): number[] {
  const instants: number[] = [];
  for (const hour of cron.hours) {
    for (const minute of cron.minutes) {
      instants.push(...instantsOf(format, dayWall + (hour * 60 + minute) * minuteMs));
    }
  }
  return instants;
}

/**
 * The first instant strictly after `afterMs` at which the expression matches the wall clock of the time zone; undefined
 * when there is none, or the zone's name is not known.
 *
 * @param afterMs milliseconds since 1970
 * @source github.com/robfig/cron (Schedule.Next)
 */
export function nextCron(cron: Cron, afterMs: number, timeZone: string): number | undefined {
  const format = formatOf(timeZone);
  if (!format || !Number.isFinite(afterMs)) return undefined;
  const today = Math.floor(wallMs(format, afterMs) / dayMs) * dayMs;
  for (let index = 0; index < searchDays; index += 1) {
    const dayWall = today + index * dayMs;
    const date = new Date(dayWall);
    const day = { month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay() };
    if (!matchesDay(cron, day)) continue;
    const later = instantsOfDay(cron, format, dayWall).filter((atMs) => atMs > afterMs);
    if (later.length > 0) return Math.min(...later);
  }
  return undefined;
}
