import { type ServerClock, systemClock } from "#server/watch/clock.ts";

/** The system clock with a manual offset: due work runs at once, and real connections are unaffected. */
export interface SkewedClock extends ServerClock {
  skip(ms: number): void;
  /** Skips to the next whole unit, such as a day, if less than `neededMs` is left of this one. */
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

/** A clock whose offset only affects wall time; timers are unaffected. */
export function createSkewedWallClock(): SkewedClock {
  return { ...createSkewedClock(), monotonicMs: systemClock.monotonicMs };
}
