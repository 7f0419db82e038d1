import "server-only";

interface Entry<Value> {
  readonly answer: Promise<Value>;
  /** Infinity while the question is under way. */
  readonly until: number;
}

export interface CachedAnswersOptions {
  readonly ttlMs: number;
  readonly maxEntries: number;
  readonly now: () => number;
}

/** Answers to questions, each asked once at a time and remembered for a while. A failure is not remembered. */
export class CachedAnswers<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #options: CachedAnswersOptions;

  constructor(options: CachedAnswersOptions) {
    this.#options = options;
  }

  /** `ttlMsOf` may shorten the time for an answer that is not worth keeping. */
  get(key: string, ask: () => Promise<Value>, ttlMsOf?: (value: Value) => number): Promise<Value> {
    const { now, ttlMs } = this.#options;
    const known = this.#entries.get(key);
    if (known !== undefined && now() < known.until) return known.answer;
    const answer = ask();
    const entry = { answer, until: Number.POSITIVE_INFINITY };
    this.#put(key, entry);
    answer.then(
      (value) => {
        const until = now() + Math.min(ttlMs, ttlMsOf?.(value) ?? ttlMs);
        // Forgotten meanwhile: whoever waits gets the answer, but it is asked again next time.
        if (this.#entries.get(key) === entry) this.#put(key, { answer, until });
      },
      () => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
      },
    );
    return answer;
  }

  forget(isStale: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (isStale(key)) this.#entries.delete(key);
  }

  #put(key: string, entry: Entry<Value>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#options.maxEntries && oldest !== undefined) this.#entries.delete(oldest);
  }
}
