import { mostTurnMs } from "./page-turn.ts";

/**
 * Does it when the browser has nothing better to do, at the latest after so many milliseconds. Not every browser can tell
 * that it is idle.
 *
 * @param run is told how many milliseconds are left until the browser has something to do; a whole turn where it had to
 *   be done, or where the browser cannot tell
 * @returns the way to call it off
 */
export function whenIdle(run: (leftMs: number) => void, latestMs: number): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(() => run(mostTurnMs), Math.min(300, latestMs));
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(
    (deadline) => run(deadline.didTimeout ? mostTurnMs : deadline.timeRemaining()),
    { timeout: latestMs },
  );
  return () => window.cancelIdleCallback(handle);
}
