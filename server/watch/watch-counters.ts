import "server-only";

/** What a reflector has done and met, for metrics and for tests. Counts only grow. */
export interface WatchCounters {
  /** Complete reads of the collection that were begun, by list or by watch-list. */
  lists: number;
  watches: number;
  /** Why a watch or a list did not go on, by reason. */
  faults: Record<string, number>;
  /** Lines and objects that could not be taken, by what was wrong. */
  malformed: Record<string, number>;
  /** Events that said nothing newer than what was known. */
  outdated: number;
  /** Monotonic time of the last byte. */
  lastHeardMs: number | undefined;
}

export function newCounters(): WatchCounters {
  return { lists: 0, watches: 0, faults: {}, malformed: {}, outdated: 0, lastHeardMs: undefined };
}

export function count(table: Record<string, number>, key: string): void {
  table[key] = (table[key] ?? 0) + 1;
}
