import "server-only";

export interface RingEntry {
  /** Counts changes from 1; no two entries share one. */
  readonly clock: number;
  readonly uid: string;
  readonly namespace: string;
  /** The fields that differ from what they were; undefined when the row came, or went. */
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
 * Which fields of which rows were touched lately, so that whoever was away for a while learns what became of them. What
 * is said of a row is its state now, never a state in between: the ring holds no rows.
 */
export class ChangeRing {
  #entries: DatedEntry[] = [];
  #clock = 0;
  /** Changes up to and including this one are forgotten. */
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

  /** @param at when the cause was heard; now, where nobody says */
  touch(touched: Omit<RingEntry, "clock">, at: number = this.#now()): void {
    this.#clock += 1;
    this.#entries.push({ ...touched, clock: this.#clock, at });
    this.#trim();
  }

  /** When the cause of the first change after `clock` was heard; undefined when there is none that is remembered. */
  heardAfter(clock: number): number | undefined {
    return this.#entries[this.#entries.length - (this.#clock - clock)]?.at;
  }

  /** What was touched after `clock`; undefined when that lies before what is remembered, or in the future. */
  since(clock: number): readonly RingEntry[] | undefined {
    if (clock < this.#forgotten || clock > this.#clock) return undefined;
    // Clocks are consecutive, so the position follows from the number.
    return this.#entries.slice(this.#entries.length - (this.#clock - clock));
  }

  #trim(): void {
    const { minEntries, minAgeMs, maxEntries } = this.#limits;
    // In portions: cutting the front off on every change would move the whole array each time.
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
