import type { Clock } from "#garden/api/clock/clock.ts";

/** Resolves after `ms` of the garden's time, or at once when the signal fires; the caller looks at the signal afterwards. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = clock.setTimer(ms, finish);
    if (signal.aborted) finish();
    else signal.addEventListener("abort", finish, { once: true });
  });
}
