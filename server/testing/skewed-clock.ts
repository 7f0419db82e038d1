import { type Clock, systemClock } from "#server/watch/clock.ts";

/** The system's time, moved ahead by hand: what is due is due at once, and real connections go on undisturbed. */
export interface SkewedClock extends Clock {
  skip(ms: number): void;
  /** Goes on to the next whole unit, such as a day, where less of this one is left than what follows takes. */
  skipTheEndOf(unitMs: number, neededMs: number): void;
}

export function createSkewedClock(): SkewedClock {
  let aheadMs = 0;
  const wallMs = () => systemClock.wallMs() + aheadMs;
  return {
    ...systemClock,
    monotonicMs: () => systemClock.monotonicMs() + aheadMs,
    wallMs,
    skip(ms) {
      aheadMs += ms;
    },
    skipTheEndOf(unitMs, neededMs) {
      const leftMs = unitMs - (wallMs() % unitMs);
      if (leftMs < neededMs) aheadMs += leftMs;
    },
  };
}

/** One of which only the time of day is moved ahead: what runs by timers runs as ever. */
export function createSkewedWallClock(): SkewedClock {
  return { ...createSkewedClock(), monotonicMs: systemClock.monotonicMs };
}
