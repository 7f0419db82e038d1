import { minuteMs } from "#lib/kube/time-units.ts";

/** Time without a page view after which a new visit begins. */
export const visitEndsAfterMs = 30 * minuteMs;
/** Minimum time between two writes of a visit's snapshot. */
export const snapshotIntervalMs = 5 * minuteMs;

/** Times of a user's current and previous visit, in epoch milliseconds. */
export interface Visit {
  /** End of the previous visit; absent during the first. */
  readonly sinceAt?: number;
  readonly lookedAt: number;
}

/**
 * Classifies a page view: the `first` ever, the first of a `new` visit, one to store (`remembering`), or one shortly
 * after another (`again`). Page views on several devices or tabs belong to the same visit.
 */
export function classifyPageView(visit: Visit | undefined, now: number): "first" | "new" | "remembering" | "again" {
  if (visit === undefined) return "first";
  const ago = now - visit.lookedAt;
  if (ago > visitEndsAfterMs) return "new";
  return ago >= snapshotIntervalMs ? "remembering" : "again";
}
