import type { ControllerContext } from "./controller-context.ts";

interface Ringing {
  readonly atMs: number;
  readonly waitMs: number;
}

const shortestMs = 1_000;
/** As long as Gardener's own work queues make somebody wait at most. */
const longestMs = 1_000_000;

/**
 * One timer for each key of a controller. All of them end with the controllers.
 * A controller that answers its own write could ring at once, for ever. So an alarm that is asked for within a second of
 * its last ringing waits a second, then two, four, …, until it has been quiet for as long as it waited.
 */
export function createAlarms({ clock, signal, onFault }: Pick<ControllerContext, "clock" | "signal" | "onFault">) {
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
    /** Cancels it, and forgets when it rang. */
    forget(key: string): void {
      cancel(key);
      rang.delete(key);
    },
    /** Calls `ring` after `delayMs`, in place of what the key waited for. */
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
