import type { ClassificationContext } from "./classify.ts";

/**
 * How the newest known release reads a profile at an instant. Unlike `readingAt` it does not load the table of all
 * releases, for pages that only show the stages of versions.
 *
 * @param now epoch milliseconds
 */
export function newestClassificationContextAt(now: number): ClassificationContext {
  return { now, model: "lifecycle", boundary: "strict" };
}
