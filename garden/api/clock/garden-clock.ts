import "server-only";
import type { GardenClockSource } from "./clock.ts";
import { createTimerQueue } from "./timer-queue.ts";

/** A clock that can be moved forward. */
export interface GardenClock extends GardenClockSource {
  /**
   * Moves the time by `ms` and runs every due timer in order. Between two timers, pending promises settle, so a flow
   * that sets its next timer after a promise runs completely. A second call starts when the first one has ended.
   */
  advance(ms: number): Promise<void>;
  /** Seconds that pass in the garden per real second. */
  readonly speed: number;
  /** Whether the garden's time is the machine's time: not set, not moved and not faster. */
  readonly isMachineTime: boolean;
  stop(): void;
}

const longestRealWaitMs = 60_000;
/** Minimum length of a move that counts as a time jump: nobody observes single minutes within it. */
const journeyMs = 60 * 60_000;

export interface ClockOptions {
  /** Start time; the machine's time if missing. */
  readonly startAt?: Date | undefined;
  /** Seconds that pass in the garden per real second; with 0, time passes only through `advance`. */
  readonly speed?: number | undefined;
  /** Called each time the time has been moved by hand. */
  readonly onMoved?: () => void;
}

export function createGardenClock({ startAt, speed = 1, onMoved }: ClockOptions = {}): GardenClock {
  const timers = createTimerQueue();
  const startedAtMs = performance.now();
  const originMs = startAt?.getTime() ?? Date.now();
  let advancedMs = 0;
  let wasMoved = false;
  let wakeUp: NodeJS.Timeout | undefined;
  /** The due time of the running timer. */
  let heldAtMs: number | undefined;
  /** The latest time that `now` has returned. Time never goes back, not even for a late timer. */
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

  /** Runs moves one at a time: a call during a move waits until that move ends. */
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

/** Resolves after all ready promises have run. Code in the garden waits for nothing but promises and its clock. */
function untilQuiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Catches the error of one controller, so that it stops neither the clock nor the process. */
function run(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    console.error("a timer of the embedded garden failed:", error);
  }
}
