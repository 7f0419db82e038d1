import "server-only";

/** Errors in a received line or object. The first two indicate a broken stream. */
export const malformedReasons = ["unreadable", "wrong-kind", "incomplete", "too-large"] as const;
export type MalformedReason = (typeof malformedReasons)[number];

/** Counters of a reflector, for metrics and tests. They only increase. */
export interface WatchCounters {
  /** Complete reads of the collection that were begun, by list or by watch-list. */
  lists: number;
  watches: number;
  /** Complete reads by reason; `start` is the first. */
  relists: Record<string, number>;
  /** Ends of watches and lists: `closed` in time by the garden, `silent`, or the error's reason. */
  ends: Record<string, number>;
  /** Lines and objects that could not be decoded, by what was wrong. */
  malformed: Record<string, number>;
  /** Events that were not newer than the stored object. */
  outdated: number;
  /** Monotonic time at which something was last received. */
  lastReceivedMs: number | undefined;
}

/** Metrics of one watch. */
export interface WatchMetrics {
  /** Plural of its resource. */
  readonly resource: string;
  readonly counters: Readonly<WatchCounters>;
  /** Undefined until something was received. */
  readonly lastReceivedSeconds: number | undefined;
  /** Time since the mirror was last known to be current; since the start if it was never read. */
  readonly ageSeconds: number;
  readonly objects: number;
}

export function newCounters(): WatchCounters {
  return {
    lists: 0,
    watches: 0,
    relists: {},
    ends: {},
    malformed: {},
    outdated: 0,
    lastReceivedMs: undefined,
  };
}

export function count(table: Record<string, number>, key: string): void {
  table[key] = (table[key] ?? 0) + 1;
}
