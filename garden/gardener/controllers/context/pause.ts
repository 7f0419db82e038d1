import type { GardenClockSource } from "#garden/api/clock/clock.ts";

/** Resolves after `ms` on the garden's clock, or as soon as the signal is aborted, which the caller has to check. */
export function pauseGardenTime(clock: GardenClockSource, ms: number, signal: AbortSignal): Promise<void> {
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
