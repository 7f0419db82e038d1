import type { Reading } from "./classify.ts";

/**
 * How the newest known release reads a profile at an instant. Unlike `readingAt` it does not load the table of all
 * releases, for pages that only show the stages of versions.
 *
 * @param now epoch milliseconds
 */
export function newestReadingAt(now: number): Reading {
  return { now, model: "lifecycle", boundary: "strict" };
}
