import "server-only";

/** What a line or an object of the garden can be wrong in. The first two say that the stream is not what it should be. */
export const malformedFaults = ["unreadable", "wrong-kind", "incomplete", "too-large"] as const;
export type MalformedFault = (typeof malformedFaults)[number];

/** What a reflector has done and met, for metrics and for tests. Counts only grow. */
export interface WatchCounters {
  /** Complete reads of the collection that were begun, by list or by watch-list. */
  lists: number;
  watches: number;
  /** The same, by why everything had to be read; `start` is the first time. */
  relists: Record<string, number>;
  /** How watches and lists ended: `closed` by the garden in due time, `silent`, or by the fault. */
  ends: Record<string, number>;
  /** Lines and objects that could not be taken, by what was wrong. */
  malformed: Record<string, number>;
  /** Events that said nothing newer than what was known. */
  outdated: number;
  /** Monotonic time of the last sign of life. */
  lastReceivedMs: number | undefined;
}

/** One watch, as it is counted. */
export interface WatchFigures {
  /** The plural of its resource; nothing else names it. */
  readonly resource: string;
  readonly counters: Readonly<WatchCounters>;
  /** Undefined until it was heard for the first time. */
  readonly lastReceivedSeconds: number | undefined;
  /** Since what is held was last known to be what the garden has; since the start where nothing was ever read. */
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
