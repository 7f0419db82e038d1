import { dayMs } from "#lib/kube/time-units.ts";

/** Range of a timeline, in epoch milliseconds. */
export interface TimeScale {
  readonly fromAt: number;
  readonly untilAt: number;
  /** Starts of months, UTC. */
  readonly ticks: readonly number[];
}

/** Scale of a timeline. One sixth of it lies in the past. */
export function timeScale(nowAt: number, months: number): TimeScale {
  const spanMs = months * 30.44 * dayMs;
  const fromAt = nowAt - spanMs / 6;
  const untilAt = fromAt + spanMs;
  return { fromAt, untilAt, ticks: monthStarts(fromAt, untilAt, months > 12 ? 3 : 1) };
}

function monthStarts(fromAt: number, untilAt: number, every: number): readonly number[] {
  const from = new Date(fromAt);
  const starts: number[] = [];
  for (let step = 1; step < 40; step += 1) {
    const month = from.getUTCMonth() + step;
    const at = Date.UTC(from.getUTCFullYear(), month, 1);
    if (!(at < untilAt)) break;
    if (month % every === 0) starts.push(at);
  }
  return starts;
}

/** Position of an instant in per cent of the scale, clamped to its edges. */
export function percentOfScale({ fromAt, untilAt }: TimeScale, at: number): number {
  const share = ((at - fromAt) / (untilAt - fromAt)) * 100;
  return Math.min(100, Math.max(0, share));
}

/** Visible part of a bar. `opensLeft` and `opensRight` say that it continues beyond the scale. */
export interface Bar {
  readonly left: number;
  readonly width: number;
  /** Start of the bar: on the scale, before it, or unknown. */
  readonly start: "dated" | "before" | "unknown";
  readonly end: "dated" | "after" | "open";
}

/** Bar of a period; undefined if it is outside the scale. */
export function barOf(
  scale: TimeScale,
  { startsAt, endsAt }: { readonly startsAt: number | undefined; readonly endsAt: number | undefined },
): Bar | undefined {
  if ((endsAt ?? Number.POSITIVE_INFINITY) <= scale.fromAt) return undefined;
  if ((startsAt ?? Number.NEGATIVE_INFINITY) >= scale.untilAt) return undefined;
  const left = startsAt === undefined ? 0 : percentOfScale(scale, startsAt);
  const right = endsAt === undefined ? 100 : percentOfScale(scale, endsAt);
  return {
    left,
    width: Math.max(right - left, 0.4),
    start: startsAt === undefined ? "unknown" : startsAt < scale.fromAt ? "before" : "dated",
    end: endsAt === undefined ? "open" : endsAt > scale.untilAt ? "after" : "dated",
  };
}
