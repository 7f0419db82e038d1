import { type ServerClock, systemClock } from "#server/watch/clock.ts";

/** System clock plus an offset that tests increase, so that due work runs at once; connections are unaffected. */
export interface SkewedClock extends ServerClock {
  skip(ms: number): void;
  /** Advances to the start of the next unit, such as a day, if less than `neededMs` is left of the current one. */
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

/** A clock whose offset changes only the wall time; monotonic time and timers are those of the system. */
export function createSkewedWallClock(): SkewedClock {
  return { ...createSkewedClock(), monotonicMs: systemClock.monotonicMs };
}
