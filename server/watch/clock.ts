import "server-only";
import { performance } from "node:perf_hooks";
import { setImmediate as immediate } from "node:timers/promises";

/** Time source of the watch. Decisions only use the monotonic clock, so that clock adjustments have no effect. */
export interface ServerClock {
  monotonicMs(): number;
  /** Milliseconds since the epoch, for display: never compared, never slept on. */
  wallMs(): number;
  /** Calls back once after `ms`. @returns a function that cancels it */
  startTimer(ms: number, callback: () => void): () => void;
  /** Lets other work run before continuing. */
  yieldToLoop(): Promise<void>;
}

export const systemClock: ServerClock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  startTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  yieldToLoop: () => immediate(),
};

/** Resolves after `ms`, or immediately when the signal fires; callers check the signal afterwards. */
export function pause(clock: ServerClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = clock.startTimer(ms, finish);
    signal.addEventListener("abort", finish, { once: true });
  });
}

/** The promise's outcome, or a rejection as soon as the signal fires, even if the promise never settles. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
