import "server-only";

/**
 * Runs one task per key: a later call aborts the earlier one with `reason`. For requests that a browser repeats while
 * the user types, of which only the last response is needed.
 */
export class SupersedingRunner {
  readonly #reason: () => Error;
  readonly #running = new Map<string, AbortController>();

  constructor(reason: () => Error) {
    this.#reason = reason;
  }

  get running(): number {
    return this.#running.size;
  }

  /** @param signal of the caller; `work` gets a signal that also aborts when a later call begins */
  async run<Value>(
    { key, signal }: { readonly key: string; readonly signal: AbortSignal },
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    this.#running.get(key)?.abort(this.#reason());
    const place = new AbortController();
    const leave = () => {
      if (this.#running.get(key) === place) this.#running.delete(key);
    };
    this.#running.set(key, place);
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await work(AbortSignal.any([signal, place.signal]));
    } finally {
      signal.removeEventListener("abort", leave);
      leave();
    }
  }
}
