import { type Clock, systemClock } from "../watch/clock.ts";

/** The system's time, moved ahead by hand: what is due is due at once, and real connections go on undisturbed. */
export interface SkewedClock extends Clock {
  skip(ms: number): void;
}

export function createSkewedClock(): SkewedClock {
  let aheadMs = 0;
  return {
    ...systemClock,
    monotonicMs: () => systemClock.monotonicMs() + aheadMs,
    wallMs: () => systemClock.wallMs() + aheadMs,
    skip(ms) {
      aheadMs += ms;
    },
  };
}
