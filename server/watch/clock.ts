import "server-only";
import { performance } from "node:perf_hooks";
import { setImmediate as immediate } from "node:timers/promises";

/** Clock of the server, replaced in tests. Durations are measured with the monotonic clock, which is never adjusted. */
export interface ServerClock {
  monotonicMs(): number;
  /** Wall time in milliseconds since 1970, for display only, since it can be adjusted. */
  wallMs(): number;
  /** Calls `callback` once after `ms`. @returns a function that cancels the timer */
  startTimer(ms: number, callback: () => void): () => void;
  /** Lets the event loop do other work first. */
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

/** Resolves after `ms`, or as soon as the signal fires; check the signal afterwards. */
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

/** The result of a promise; rejects as soon as the signal fires, even if the promise never settles. */
export function rejectOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
