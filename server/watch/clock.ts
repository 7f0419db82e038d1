import "server-only";
import { performance } from "node:perf_hooks";
import { setImmediate as immediate } from "node:timers/promises";

/** Time as the watch needs it. Decisions use the monotonic reading only: a clock that jumps must change nothing. */
export interface Clock {
  monotonicMs(): number;
  /** Milliseconds since the epoch, for people to read: never compared, never slept on. */
  wallMs(): number;
  /** Calls back once after `ms`; the answer cancels it. */
  startTimer(ms: number, callback: () => void): () => void;
  /** Lets other work run before going on. */
  yieldToLoop(): Promise<void>;
}

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  startTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  yieldToLoop: () => immediate(),
};

/** Resolves after `ms`, or at once when the signal fires; the caller looks at the signal afterwards, as ever. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
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
