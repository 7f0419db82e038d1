import type { Reading } from "./classify.ts";

/**
 * How the newest release that is known reads a profile at an instant: `readingAt` without the table of all releases, which
 * a page that only shows the stages of versions need not load.
 *
 * @param now epoch milliseconds
 */
export function newestReadingAt(now: number): Reading {
  return { now, model: "lifecycle", boundary: "strict" };
}
