import "server-only";

export interface RingEntry {
  /** Sequence number of changes, from 1; unique. */
  readonly clock: number;
  readonly uid: string;
  readonly namespace: string;
  /** The changed fields; undefined when the row was added or removed. */
  readonly fields: readonly string[] | undefined;
}

interface DatedEntry extends RingEntry {
  readonly at: number;
}

export interface RingLimits {
  readonly minEntries: number;
  readonly minAgeMs: number;
  readonly maxEntries: number;
}

const defaults: RingLimits = { minEntries: 5_000, minAgeMs: 5 * 60_000, maxEntries: 200_000 };

/**
 * Recently changed fields by row, so that clients that were away for a while can catch up. It stores no rows: a client
 * gets the row's current state, never one in between.
 */
export class ChangeRing {
  #entries: DatedEntry[] = [];
  #clock = 0;
  /** Changes up to and including this one are no longer in the ring. */
  #forgotten = 0;
  readonly #now: () => number;
  readonly #limits: RingLimits;

  constructor(now: () => number, limits: Partial<RingLimits> = {}) {
    this.#now = now;
    this.#limits = { ...defaults, ...limits };
  }

  get clock(): number {
    return this.#clock;
  }

  /** @param at when the cause was received; defaults to now */
  touch(touched: Omit<RingEntry, "clock">, at: number = this.#now()): void {
    this.#clock += 1;
    this.#entries.push({ ...touched, clock: this.#clock, at });
    this.#trim();
  }

  /** When the cause of the first change after `clock` was received; undefined when none is in the ring. */
  heardAfter(clock: number): number | undefined {
    return this.#entries[this.#entries.length - (this.#clock - clock)]?.at;
  }

  /** Changes after `clock`; undefined when it is older than the ring, or in the future. */
  since(clock: number): readonly RingEntry[] | undefined {
    if (clock < this.#forgotten || clock > this.#clock) return undefined;
    // Clocks are consecutive, so the position follows from the number.
    return this.#entries.slice(this.#entries.length - (this.#clock - clock));
  }

  #trim(): void {
    const { minEntries, minAgeMs, maxEntries } = this.#limits;
    // Trims in batches: removing the front on every change would move the whole array each time.
    if (this.#entries.length <= minEntries * 1.5 && this.#entries.length <= maxEntries) return;
    const oldestAt = this.#now() - minAgeMs;
    const firstYoung = this.#entries.findIndex(({ at }) => at >= oldestAt);
    const young = firstYoung === -1 ? 0 : this.#entries.length - firstYoung;
    const kept = Math.min(Math.max(young, minEntries), maxEntries);
    if (kept >= this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#entries.length - kept);
    this.#forgotten = (this.#entries[0]?.clock ?? this.#clock + 1) - 1;
  }
}
