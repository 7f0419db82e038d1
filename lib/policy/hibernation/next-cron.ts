import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { type Cron, matchesDay } from "./cron.ts";
import { offsetOfZone, offsetsOfDay } from "./zone-offsets.ts";

/** How many years after this one Gardener searches. What comes later never comes. */
const searchedYears = 5;
const minutesOfDay = 24 * 60;
/** 1970-01-01 was a Thursday. */
const firstWeekday = 4;

/** The first minute of a matching day, from `from` on, at which the expression matches; undefined when there is none. */
function minuteFrom({ hours, minutes }: Cron, from: number): number | undefined {
  for (let hour = Math.floor(from / 60); hour < 24; hour += 1) {
    if (!hours.has(hour)) continue;
    for (let minute = Math.max(0, from - hour * 60); minute < 60; minute += 1) {
      if (minutes.has(minute)) return hour * 60 + minute;
    }
  }
  return undefined;
}

interface Asked {
  readonly afterMs: number;
  readonly timeZone: string;
}

/** The first match of one day of the wall clock that lies after `afterMs`. */
function matchOfDay(cron: Cron, dayWall: number, { afterMs, timeZone }: Asked): number | undefined {
  const offsets = offsetsOfDay(timeZone, dayWall);
  if (offsets === undefined) return undefined;
  const { before, after, changeAt } = offsets;
  const matchFrom = (instant: number, offset: number) => {
    const from = Math.max(0, Math.ceil((instant + offset - dayWall) / minuteMs));
    const minute = from < minutesOfDay ? minuteFrom(cron, from) : undefined;
    return minute === undefined ? undefined : dayWall + minute * minuteMs - offset;
  };
  // A reading that the clocks jump over lies beyond the change; one that they repeat is found on either side of it.
  const earlier = matchFrom(afterMs + 1, before);
  if (earlier !== undefined && earlier < changeAt) return earlier;
  return changeAt === Number.POSITIVE_INFINITY ? undefined : matchFrom(Math.max(afterMs + 1, changeAt), after);
}

/**
 * The first instant strictly after `afterMs` at which the expression matches the wall clock of the time zone; undefined
 * when there is none in this year and the next five, or the zone's name is not known. Whatever the expression, it looks at
 * each day of these years at most, and at the minutes of few of them.
 *
 * @param afterMs milliseconds since 1970
 * @source github.com/robfig/cron (SpecSchedule.Next, v1.2.0)
 */
export function nextCron(cron: Cron, afterMs: number, timeZone: string): number | undefined {
  const offset = offsetOfZone(timeZone, afterMs);
  if (offset === undefined || cron.minutes.size === 0 || cron.hours.size === 0) return undefined;
  // Gardener counts years from the second that follows.
  const today = new Date(Math.floor(afterMs / 1000) * 1000 + 1000 + offset);
  const year = today.getUTCFullYear();
  const monthsLeft = 12 * (searchedYears + 1) - today.getUTCMonth();
  const monthAt = (ahead: number) => Date.UTC(year, today.getUTCMonth() + ahead, 1);
  for (let ahead = 0; ahead < monthsLeft; ahead += 1) {
    const month = ((today.getUTCMonth() + ahead) % 12) + 1;
    if (!cron.months.has(month)) continue;
    const [begin, end] = [monthAt(ahead), monthAt(ahead + 1)];
    for (
      let dayWall = ahead === 0 ? begin + (today.getUTCDate() - 1) * dayMs : begin;
      dayWall < end;
      dayWall += dayMs
    ) {
      const day = (dayWall - begin) / dayMs + 1;
      const weekday = (((dayWall / dayMs + firstWeekday) % 7) + 7) % 7;
      if (!matchesDay(cron, { month, day, weekday })) continue;
      const match = matchOfDay(cron, dayWall, { afterMs, timeZone });
      if (match !== undefined) return match;
    }
  }
  return undefined;
}
