import "server-only";

export interface ExpiringMapOptions {
  readonly ttlMs: number;
  readonly maxEntries: number;
  readonly now: () => number;
}

/** A map whose entries expire; beyond the maximum number, the oldest entry is dropped. */
export class ExpiringMap<Value> {
  /** Entries by age, oldest first, which is also the order in which they expire. */
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();
  readonly #options: ExpiringMapOptions;

  constructor(options: ExpiringMapOptions) {
    this.#options = options;
  }

  keep(key: string, value: Value): void {
    const { now, ttlMs, maxEntries } = this.#options;
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: now() + ttlMs });
    for (const [oldest, { until }] of this.#entries) {
      if (until > now() && this.#entries.size <= maxEntries) return;
      this.#entries.delete(oldest);
    }
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#options.now() < entry.until ? entry.value : undefined;
  }
}
