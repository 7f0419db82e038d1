import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { type CronExpression, matchesDay } from "./cron.ts";
import { offsetOfZone, offsetsOfDay } from "./zone-offsets.ts";

/** How many years ahead Gardener searches for the next time of a cron expression; later times count as never. */
const searchedYears = 5;
/** Weekday of 1970-01-01, which was a Thursday. */
const firstWeekday = 4;

interface Asked {
  readonly afterMs: number;
  readonly timeZone: string;
}

/**
 * The first time after `afterMs` at which a cron expression matches on one day of the wall clock. Where clocks go back
 * by more than an hour, or by half an hour, some matches are skipped, as in Gardener.
 */
function matchOfDay(
  { hours, minutes }: CronExpression,
  dayWall: number,
  { afterMs, timeZone }: Asked,
): number | undefined {
  const offsets = offsetsOfDay(timeZone, dayWall);
  if (offsets === undefined) return undefined;
  const { before, after, changeAt } = offsets;
  const offsetAt = (at: number) => (at < changeAt ? before : after);
  /** Milliseconds on the wall clock since midnight of the day. */
  const timeOfDay = (at: number) => at + offsetAt(at) - dayWall;
  /** The instant of a wall-clock reading as Go resolves it, also for readings that occur twice or never. */
  const instantOf = (wall: number) => {
    const at = wall - offsetAt(wall);
    return wall - (at === wall ? 0 : offsetAt(at));
  };
  const upcoming = Math.floor(afterMs / 1000) * 1000 + 1000;
  const isUnderWay = timeOfDay(upcoming) > 0;
  let at = isUnderWay ? upcoming : instantOf(dayWall);
  let isWholeHour = !isUnderWay;
  for (let time = timeOfDay(at); time < dayMs; time = timeOfDay(at)) {
    const hour = Math.floor(time / hourMs);
    if (!hours.has(hour)) {
      at = (isWholeHour ? at : instantOf(dayWall + hour * hourMs)) + hourMs;
      isWholeHour = true;
    } else if (minutes.has(Math.floor(time / minuteMs) % 60) && time % minuteMs === 0) {
      return at;
    } else {
      isWholeHour = true;
      at = Math.floor(at / minuteMs) * minuteMs + minuteMs;
    }
  }
  return undefined;
}

/**
 * The first instant strictly after `afterMs` at which the expression matches the wall clock of the time zone; undefined
 * when there is none in this year and the next five, or the time zone is unknown. Bounded work: at most each day of
 * these years, and the minutes of few of them.
 *
 * @param afterMs milliseconds since 1970
 * @source github.com/robfig/cron (SpecSchedule.Next, v1.2.0)
 */
export function nextCronTime(cron: CronExpression, afterMs: number, timeZone: string): number | undefined {
  const offset = offsetOfZone(timeZone, afterMs);
  if (offset === undefined || cron.minutes.size === 0 || cron.hours.size === 0) return undefined;
  // Gardener counts years from the following second.
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
