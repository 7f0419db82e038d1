import type { ControllerContext } from "./controller-context.ts";

interface Ringing {
  readonly atMs: number;
  readonly waitMs: number;
}

const shortestMs = 1_000;
/** Maximum delay between two runs for a key, as in the work queues of Gardener's controllers. */
const longestMs = 1_000_000;

/**
 * One timer per key of a controller, such as a Shoot's; all are canceled when the controllers stop. A controller that
 * reacts to its own writes could otherwise loop without delay, so a timer due within a second of the last run waits one
 * second, then two, four and so on, until the key was idle for as long as the last wait.
 */
export function createKeyedTimers({ clock, signal, onFault }: Pick<ControllerContext, "clock" | "signal" | "onFault">) {
  const set = new Map<string, () => void>();
  const rang = new Map<string, Ringing>();
  signal.addEventListener("abort", () => {
    for (const cancel of set.values()) cancel();
    set.clear();
  });

  const cancel = (key: string): void => {
    set.get(key)?.();
    set.delete(key);
  };

  return {
    has: (key: string): boolean => set.has(key),
    cancel,
    /** Cancels the timer and resets its backoff. */
    forget(key: string): void {
      cancel(key);
      rang.delete(key);
    },
    /** Calls `ring` after `delayMs`; an earlier timer of the same key is canceled. */
    set(key: string, delayMs: number, ring: () => void): void {
      cancel(key);
      if (signal.aborted) return;
      const nowMs = clock.now().getTime();
      const last = rang.get(key);
      const sinceMs = last === undefined ? Number.POSITIVE_INFINITY : nowMs + Math.max(0, delayMs) - last.atMs;
      const isHasty = sinceMs < Math.max(shortestMs, last?.waitMs ?? 0);
      const waitMs = isHasty ? Math.min(longestMs, Math.max(shortestMs, 2 * (last?.waitMs ?? 0))) : 0;
      const timer = clock.setTimer(Math.max(delayMs, (last?.atMs ?? nowMs) + waitMs - nowMs), () => {
        set.delete(key);
        rang.set(key, { atMs: clock.now().getTime(), waitMs });
        try {
          ring();
        } catch (error) {
          onFault(error);
        }
      });
      set.set(key, timer);
    },
  };
}
