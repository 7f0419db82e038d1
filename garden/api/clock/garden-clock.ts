import "server-only";
import type { GardenClockSource } from "./clock.ts";
import { createTimerQueue } from "./timer-queue.ts";

/** A clock that can be moved forward. */
export interface GardenClock extends GardenClockSource {
  /**
   * Advances the clock by `ms` and runs all timers that become due, in order. Pending promises settle between two
   * timers, so a flow that sets a timer after each promise runs to its end. Concurrent calls run one after the other.
   */
  advance(ms: number): Promise<void>;
  /** Seconds that pass in the garden per real second. */
  readonly speed: number;
  /** Whether the garden's clock is the system clock: never set, never moved, and running at real speed. */
  readonly isMachineTime: boolean;
  stop(): void;
}

const longestRealWaitMs = 60_000;
/** Minimum length of a clock move that is treated as a time jump. */
const journeyMs = 60 * 60_000;

export interface ClockOptions {
  /** Start time of the clock; the system time if missing. */
  readonly startAt?: Date | undefined;
  /** Seconds that pass in the garden per real second; with 0, time passes only through `advance`. */
  readonly speed?: number | undefined;
  /** Called after each time the clock was moved by hand. */
  readonly onMoved?: () => void;
}

export function createGardenClock({ startAt, speed = 1, onMoved }: ClockOptions = {}): GardenClock {
  const timers = createTimerQueue();
  const startedAtMs = performance.now();
  const originMs = startAt?.getTime() ?? Date.now();
  let advancedMs = 0;
  let wasMoved = false;
  let wakeUp: NodeJS.Timeout | undefined;
  /** The due time of the timer callback that is running; the clock stands at this time meanwhile. */
  let heldAtMs: number | undefined;
  /** The latest time that `now` has returned: the clock never goes back, even if a timer runs behind schedule. */
  let toldMs = originMs;
  let stopped = false;
  let moving: Promise<void> | undefined;
  let journeys = 0;

  const flowingMs = () => originMs + advancedMs + (performance.now() - startedAtMs) * speed;

  function nowMs(): number {
    toldMs = Math.max(toldMs, heldAtMs ?? flowingMs());
    return toldMs;
  }

  async function runDue(untilMs: number): Promise<void> {
    await untilQuiet();
    for (let next = timers.peek(); next !== undefined && next.dueAtMs <= untilMs && !stopped; next = timers.peek()) {
      timers.take();
      heldAtMs = Math.max(next.dueAtMs, toldMs);
      run(next.callback);
      await untilQuiet();
    }
    heldAtMs = undefined;
  }

  /** Runs clock moves one at a time: a move requested during another move waits for its end. */
  async function move(step: () => Promise<void>): Promise<void> {
    while (moving !== undefined) await moving;
    clearTimeout(wakeUp);
    moving = step();
    try {
      await moving;
    } finally {
      moving = undefined;
      schedule();
    }
  }

  function schedule(): void {
    clearTimeout(wakeUp);
    const next = timers.peek();
    if (next === undefined || stopped || speed <= 0) return;
    const waitMs = Math.min(Math.max(0, (next.dueAtMs - nowMs()) / speed), longestRealWaitMs);
    wakeUp = setTimeout(() => {
      if (moving === undefined) void move(() => runDue(nowMs()));
    }, waitMs);
    wakeUp.unref();
  }

  return {
    now: () => new Date(nowMs()),
    speed,
    get isMachineTime() {
      return startAt === undefined && speed === 1 && !wasMoved;
    },
    get hurried() {
      return journeys > 0;
    },
    setTimer(delayMs, callback) {
      const cancel = timers.add({ dueAtMs: nowMs() + Math.max(0, delayMs), callback });
      if (moving === undefined) schedule();
      return cancel;
    },
    async advance(ms) {
      const journey = ms > journeyMs ? 1 : 0;
      journeys += journey;
      wasMoved = true;
      await move(async () => {
        const untilMs = nowMs() + Math.max(0, ms);
        await runDue(untilMs);
        advancedMs += Math.max(0, untilMs - flowingMs());
      });
      journeys -= journey;
      onMoved?.();
    },
    stop() {
      stopped = true;
      clearTimeout(wakeUp);
      timers.clear();
    },
  };
}

/** Resolves when all pending promises have settled; code in the garden waits only for promises and its clock. */
function untilQuiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Runs a timer callback and logs its error, so that a controller error stops neither the clock nor the process. */
function run(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    console.error("a timer of the embedded garden failed:", error);
  }
}
