import { maxTimeSliceMs } from "./time-slice.ts";

/**
 * Runs a function when the browser is idle, or after `latestMs`. Not every browser supports idle callbacks.
 * @param run called with the idle time left in ms; with a complete time slice after the timeout or without browser
 * support
 * @returns a function that cancels it
 */
export function whenIdle(run: (leftMs: number) => void, latestMs: number): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(() => run(maxTimeSliceMs), Math.min(300, latestMs));
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(
    (deadline) => run(deadline.didTimeout ? maxTimeSliceMs : deadline.timeRemaining()),
    { timeout: latestMs },
  );
  return () => window.cancelIdleCallback(handle);
}
