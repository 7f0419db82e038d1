import "server-only";
import type { Clock } from "./garden-api.ts";

/** A clock that can be moved forward. */
export interface GardenClock extends Clock {
  /** Moves the time by `ms` and runs every timer that falls due on the way, in order. */
  advance(ms: number): void;
  stop(): void;
}

interface Timer {
  readonly dueAtMs: number;
  readonly sequence: number;
  readonly callback: () => void;
}

const longestRealWaitMs = 60_000;

export interface ClockOptions {
  /** Where the time starts; the machine's own time when missing. */
  readonly startAt?: Date | undefined;
  /** How many seconds pass in the garden for one outside. */
  readonly speed?: number | undefined;
}

export function createGardenClock({ startAt, speed = 1 }: ClockOptions = {}): GardenClock {
  const timers = new Map<number, Timer>();
  const startedAtMs = performance.now();
  const originMs = startAt?.getTime() ?? Date.now();
  let advancedMs = 0;
  let sequence = 0;
  let wakeUp: NodeJS.Timeout | undefined;
  let heldAtMs: number | undefined;

  const nowMs = () => heldAtMs ?? originMs + advancedMs + (performance.now() - startedAtMs) * speed;

  function nextTimer(): readonly [number, Timer] | undefined {
    let next: readonly [number, Timer] | undefined;
    for (const entry of timers) {
      const [, timer] = entry;
      if (next === undefined || timer.dueAtMs < next[1].dueAtMs) next = entry;
    }
    return next;
  }

  function runDue(untilMs: number): void {
    for (let next = nextTimer(); next !== undefined && next[1].dueAtMs <= untilMs; next = nextTimer()) {
      const [id, timer] = next;
      timers.delete(id);
      heldAtMs = Math.max(timer.dueAtMs, heldAtMs ?? 0);
      timer.callback();
    }
    heldAtMs = undefined;
  }

  function schedule(): void {
    clearTimeout(wakeUp);
    const next = nextTimer();
    if (next === undefined) return;
    const waitMs = Math.min(Math.max(0, (next[1].dueAtMs - nowMs()) / speed), longestRealWaitMs);
    wakeUp = setTimeout(() => {
      runDue(nowMs());
      schedule();
    }, waitMs);
    wakeUp.unref();
  }

  return {
    now: () => new Date(nowMs()),
    setTimer(delayMs, callback) {
      const id = sequence++;
      timers.set(id, { dueAtMs: nowMs() + Math.max(0, delayMs), sequence: id, callback });
      if (heldAtMs === undefined) schedule();
      return () => {
        timers.delete(id);
      };
    },
    advance(ms) {
      const untilMs = nowMs() + Math.max(0, ms);
      runDue(untilMs);
      advancedMs += Math.max(0, untilMs - nowMs());
      schedule();
    },
    stop() {
      clearTimeout(wakeUp);
      timers.clear();
    },
  };
}
