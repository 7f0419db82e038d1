import { ConcurrencyLimit } from "./concurrency-limit.ts";

/** Limits how many tasks of each key run concurrently. A key is remembered only while tasks of it run or wait. */
export class KeyedConcurrencyLimit {
  readonly #mostOfKey: number;
  readonly #keys = new Map<string, { readonly limit: ConcurrencyLimit; tasks: number }>();

  constructor(mostOfKey: number) {
    this.#mostOfKey = mostOfKey;
  }

  /** Number of keys with tasks that run or wait. */
  get size(): number {
    return this.#keys.size;
  }

  /** Runs `work` as soon as its key has a free slot; rejects if the signal aborts while the task waits. */
  async run<Value>(key: string, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    const turn = this.#keys.get(key) ?? { limit: new ConcurrencyLimit(this.#mostOfKey), tasks: 0 };
    this.#keys.set(key, turn);
    turn.tasks += 1;
    try {
      return await turn.limit.run(work, signal);
    } finally {
      turn.tasks -= 1;
      if (turn.tasks === 0) this.#keys.delete(key);
    }
  }
}
