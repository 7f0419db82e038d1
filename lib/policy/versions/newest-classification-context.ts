import type { ClassificationContext } from "./classify.ts";

/**
 * How the newest known Gardener release interprets lifecycle dates at an instant. For pages that only show the stages
 * of versions: unlike `classificationContextAt`, this does not load the table of all releases.
 *
 * @param now epoch milliseconds
 */
export function newestClassificationContextAt(now: number): ClassificationContext {
  return { now, model: "lifecycle", boundary: "strict" };
}
