import "server-only";

export interface RingEntry {
  /** Sequence number of the change, counting from 1. */
  readonly clock: number;
  readonly uid: string;
  readonly namespace: string;
  /** Names of the changed fields; undefined when the row was added or removed. */
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
 * Lists which fields of which rows of the cluster list changed recently, so that clients that were disconnected for a
 * while can catch up. It contains no values: a client gets the current row, never an earlier state of it.
 */
export class ChangeRing {
  #entries: DatedEntry[] = [];
  #clock = 0;
  /** Changes up to and including this sequence number are no longer in the ring. */
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

  /** Records a changed row. @param at when the cause of the change was received; defaults to now */
  touch(touched: Omit<RingEntry, "clock">, at: number = this.#now()): void {
    this.#clock += 1;
    this.#entries.push({ ...touched, clock: this.#clock, at });
    this.#trim();
  }

  /** When the cause of the first change after sequence number `clock` was received; undefined if not in the ring. */
  heardAfter(clock: number): number | undefined {
    return this.#entries[this.#entries.length - (this.#clock - clock)]?.at;
  }

  /** Changes after sequence number `clock`; undefined when earlier changes were dropped or `clock` is in the future. */
  since(clock: number): readonly RingEntry[] | undefined {
    if (clock < this.#forgotten || clock > this.#clock) return undefined;
    // Sequence numbers have no gaps, so the position in the array follows from the number.
    return this.#entries.slice(this.#entries.length - (this.#clock - clock));
  }

  #trim(): void {
    const { minEntries, minAgeMs, maxEntries } = this.#limits;
    // Trims the array in batches: removing its front on every change would move all entries each time.
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
