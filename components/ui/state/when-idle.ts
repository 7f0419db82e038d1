/**
 * Does it when the browser has nothing better to do, at the latest after so many milliseconds. Not every browser can tell
 * that it is idle.
 *
 * @returns the way to call it off
 */
export function whenIdle(run: () => void, latestMs: number): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, Math.min(300, latestMs));
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run, { timeout: latestMs });
  return () => window.cancelIdleCallback(handle);
}
