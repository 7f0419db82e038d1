import { setImmediate as immediate } from "node:timers/promises";
import type { ServerClock } from "../clock.ts";

export interface FakeClock extends ServerClock {
  /** Advances the time and fires timers in their order; lets promises settle in between. */
  advance(ms: number): Promise<void>;
  /** Lets promises settle without advancing the time. */
  settle(): Promise<void>;
  /** Changes the wall time without advancing timers, like an administrator or NTP. */
  jumpWall(ms: number): void;
  readonly pendingTimers: number;
  readonly yields: number;
}

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

export function createFakeClock(): FakeClock {
  let nowMs = 0;
  let wallOffsetMs = Date.parse("2026-11-21T10:00:00Z");
  let yields = 0;
  const timers = new Set<Timer>();

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await immediate();
  }

  function nextDue(untilMs: number): Timer | undefined {
    return [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
  }

  return {
    monotonicMs: () => nowMs,
    wallMs: () => wallOffsetMs + nowMs,
    startTimer(ms, callback) {
      const timer = { dueMs: nowMs + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async yieldToLoop() {
      yields += 1;
    },
    async advance(ms) {
      await settle();
      const untilMs = nowMs + ms;
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        timers.delete(timer);
        nowMs = timer.dueMs;
        timer.callback();
        await settle();
      }
      nowMs = untilMs;
    },
    settle,
    jumpWall(ms) {
      wallOffsetMs += ms;
    },
    get pendingTimers() {
      return timers.size;
    },
    get yields() {
      return yields;
    },
  };
}
