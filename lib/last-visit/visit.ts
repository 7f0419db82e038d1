import { minuteMs } from "#lib/kube/time-units.ts";

/** Between two looks lies a visit's end when they are this far apart. */
export const visitEndsAfterMs = 30 * minuteMs;
/** While somebody looks, what they see is remembered no more often than this. */
export const rememberEveryMs = 5 * minuteMs;

/** When somebody looked, in epoch milliseconds. */
export interface Visit {
  /** The end of the visit before; absent during the first. */
  readonly sinceAt?: number;
  readonly lookedAt: number;
}

/**
 * What a look is: the `first` of all, the first of a `new` visit, one that is worth `remembering`, or another one shortly
 * after. A look from a second device or tab belongs to the same visit.
 */
export function kindOfLook(visit: Visit | undefined, now: number): "first" | "new" | "remembering" | "again" {
  if (visit === undefined) return "first";
  const ago = now - visit.lookedAt;
  if (ago > visitEndsAfterMs) return "new";
  return ago >= rememberEveryMs ? "remembering" : "again";
}
