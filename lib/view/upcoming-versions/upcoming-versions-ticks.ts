import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { type DisplayClock, wallClockTimeOf } from "#lib/words/clock.ts";
import type { UpcomingVersionsSpan } from "./forecast-stretches.ts";

const stepsDays = [7, 14, 30, 61, 91, 182, 365];
const mostTicks = 6;

/** Returns evenly spaced instants for the axis of the chart, few enough for labels side by side; the first is now. */
export function upcomingVersionsTicks({ nowAt, untilAt }: UpcomingVersionsSpan): readonly number[] {
  const days = (untilAt - nowAt) / dayMs;
  const step = stepsDays.find((each) => days / each < mostTicks) ?? Math.ceil(days / (mostTicks - 1));
  const count = Math.max(1, Math.ceil(days / step));
  return Array.from({ length: count }, (_, index) => nowAt + index * step * dayMs);
}

/** Label of a tick: `Today`, `24 Nov`, or `Feb 2027` in long spans. */
export function upcomingVersionsTickLabel(
  at: number,
  { nowAt, untilAt }: UpcomingVersionsSpan,
  clock: DisplayClock,
): string {
  if (at === nowAt) return text("Today");
  const wall = wallClockTimeOf(at, clock);
  if (!wall) return "";
  const isLong = untilAt - nowAt > 300 * dayMs;
  return isLong ? `${wall.month} ${wall.year}` : text("{day} {month}", { day: wall.day, month: wall.month });
}
