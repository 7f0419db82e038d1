import "server-only";

/**
 * Lets one piece of work run for each key: who comes later takes the place, and the earlier is aborted with `reason`.
 * That is how somebody types: only the newest answer is still looked at. Work that has ended, however it did, holds
 * nothing.
 */
export class LatestOnly {
  readonly #reason: () => Error;
  readonly #running = new Map<string, AbortController>();

  constructor(reason: () => Error) {
    this.#reason = reason;
  }

  get running(): number {
    return this.#running.size;
  }

  /** @param signal of the caller; `work` hears it and the coming of somebody later by one signal */
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
