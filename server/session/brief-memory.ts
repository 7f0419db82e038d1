import "server-only";

export interface BriefMemoryOptions {
  readonly ttlMs: number;
  readonly maxEntries: number;
  readonly now: () => number;
}

/** Keeps values for a limited time; beyond the maximum, the oldest is dropped first. */
export class BriefMemory<Value> {
  /** In insertion order, which is also the order of expiry. */
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();
  readonly #options: BriefMemoryOptions;

  constructor(options: BriefMemoryOptions) {
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
