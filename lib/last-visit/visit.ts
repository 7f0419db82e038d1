import { minuteMs } from "#lib/kube/time-units.ts";

/** Gap between two looks after which a new visit begins. */
export const visitEndsAfterMs = 30 * minuteMs;
/** Minimum time between two writes of a visit's snapshot. */
export const snapshotIntervalMs = 5 * minuteMs;

/** Times of visits, in epoch milliseconds. */
export interface Visit {
  /** End of the previous visit; absent during the first. */
  readonly sinceAt?: number;
  readonly lookedAt: number;
}

/**
 * Classifies a look: the `first` ever, the first of a `new` visit, one that should be stored (`remembering`), or one
 * shortly after another (`again`). A look from a second device or tab belongs to the same visit.
 */
export function classifyLook(visit: Visit | undefined, now: number): "first" | "new" | "remembering" | "again" {
  if (visit === undefined) return "first";
  const ago = now - visit.lookedAt;
  if (ago > visitEndsAfterMs) return "new";
  return ago >= snapshotIntervalMs ? "remembering" : "again";
}
