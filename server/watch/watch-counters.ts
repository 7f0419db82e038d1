import "server-only";

/** What can be wrong with a received line or object. The first two mean a broken stream. */
export const malformedReasons = ["unreadable", "wrong-kind", "incomplete", "too-large"] as const;
export type MalformedReason = (typeof malformedReasons)[number];

/** Counters of a watch for metrics and tests; they only increase. */
export interface WatchCounters {
  /** Number of times that reading all objects began, by list or watch-list. */
  lists: number;
  watches: number;
  /** Number of times that all objects were read, by reason; `start` is the first one. */
  relists: Record<string, number>;
  /** Ended watches and lists by reason: `closed` in time by the API server, `silent`, or the error's reason. */
  ends: Record<string, number>;
  /** Number of lines and objects that could not be decoded, by what was wrong. */
  malformed: Record<string, number>;
  /** Number of events that were not newer than the stored object. */
  outdated: number;
  /** When data was last received, in monotonic milliseconds. */
  lastReceivedMs: number | undefined;
}

/** Metrics of one watch. */
export interface WatchMetrics {
  /** Plural name of the watched resource, such as `shoots`. */
  readonly resource: string;
  readonly counters: Readonly<WatchCounters>;
  /** Seconds since data was last received; undefined before that. */
  readonly lastReceivedSeconds: number | undefined;
  /** Seconds since the object cache was last known to be up to date; since the start if it was never read. */
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

export function incrementCounter(table: Record<string, number>, key: string): void {
  table[key] = (table[key] ?? 0) + 1;
}
