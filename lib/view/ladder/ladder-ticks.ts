import { type Clock, wallTime } from "../clock.ts";
import type { LadderSpan } from "./ladder-lane.ts";

const dayMs = 86_400_000;
const stepsDays = [7, 14, 30, 61, 91, 182, 365];
const mostTicks = 6;

/** Evenly spread instants, few enough to be labelled side by side: the first is now. */
export function ladderTicks({ fromAt, untilAt }: LadderSpan): readonly number[] {
  const days = (untilAt - fromAt) / dayMs;
  const step = stepsDays.find((each) => days / each < mostTicks) ?? Math.ceil(days / (mostTicks - 1));
  const count = Math.max(1, Math.ceil(days / step));
  return Array.from({ length: count }, (_, index) => fromAt + index * step * dayMs);
}

/** `Today`, `24 Nov`, and with the year where the span is long: `24 Nov 27`. */
export function formatTick(at: number, { fromAt, untilAt }: LadderSpan, clock: Clock): string {
  if (at === fromAt) return "Today";
  const wall = wallTime(at, clock);
  if (!wall) return "";
  const isLong = untilAt - fromAt > 300 * dayMs;
  return isLong ? `${wall.month} ${wall.year}` : `${wall.day} ${wall.month}`;
}
