import "server-only";
import type { Clock } from "./clock.ts";
import { createTimerQueue } from "./timer-queue.ts";

/** A clock that can be moved forward. */
export interface GardenClock extends Clock {
  /**
   * Moves the time by `ms` and runs every timer that falls due on the way, in order. Between two timers everything that
   * the first one set off comes to rest, so that a flow which sets its next timer after a promise takes all its steps.
   * A second call begins when the first has ended.
   */
  advance(ms: number): Promise<void>;
  /** How many seconds pass in the garden for one outside. */
  readonly speed: number;
  /** True while the garden's time is the machine's: neither set, nor moved, nor faster. */
  readonly isMachineTime: boolean;
  stop(): void;
}

const longestRealWaitMs = 60_000;
/** From here on a move is a journey through time: nobody watches what happens within the minutes of it. */
const journeyMs = 60 * 60_000;

export interface ClockOptions {
  /** Where the time starts; the machine's own time when missing. */
  readonly startAt?: Date | undefined;
  /** How many seconds pass in the garden for one outside; with 0 time passes only when it is moved. */
  readonly speed?: number | undefined;
  /** Told whenever the time has been moved by hand. */
  readonly onMoved?: () => void;
}

export function createGardenClock({ startAt, speed = 1, onMoved }: ClockOptions = {}): GardenClock {
  const timers = createTimerQueue();
  const startedAtMs = performance.now();
  const originMs = startAt?.getTime() ?? Date.now();
  let advancedMs = 0;
  let wasMoved = false;
  let wakeUp: NodeJS.Timeout | undefined;
  /** The instant of the timer that is being run. */
  let heldAtMs: number | undefined;
  /** The latest instant that anybody was told: time never goes back, not even to a timer that runs late. */
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

  /** One after the other: whoever comes while time is moved waits for its end. */
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

/** Promises that are ready run before the next round of the event loop; nothing in the garden waits for anything else. */
function untilQuiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** One controller's failure is no reason for time to stand still, or for the process to end. */
function run(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    console.error("a timer of the embedded garden failed:", error);
  }
}
