import { dayMs } from "#lib/kube/time-units.ts";

/** Time range of the versions chart, in epoch milliseconds. */
export interface TimeScale {
  readonly fromAt: number;
  readonly untilAt: number;
  /** Starts of months in UTC, at which the chart has ticks. */
  readonly ticks: readonly number[];
}

/** Returns the time range of the versions chart. One sixth of it lies in the past. */
export function createTimeScale(nowAt: number, months: number): TimeScale {
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

/** Returns the position of an instant on the scale in per cent, limited to 0–100. */
export function percentOfScale({ fromAt, untilAt }: TimeScale, at: number): number {
  const share = ((at - fromAt) / (untilAt - fromAt)) * 100;
  return Math.min(100, Math.max(0, share));
}

/** Visible part of a bar in the versions chart, in per cent of its width. */
export interface VersionBar {
  readonly left: number;
  readonly width: number;
  /** Where the bar starts: at a date on the scale, before the scale, or at an unknown date. */
  readonly start: "dated" | "before" | "unknown";
  readonly end: "dated" | "after" | "open";
}

/** Returns the bar of a period; undefined if the period is outside the scale. */
export function versionBarOf(
  scale: TimeScale,
  { startsAt, endsAt }: { readonly startsAt: number | undefined; readonly endsAt: number | undefined },
): VersionBar | undefined {
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
