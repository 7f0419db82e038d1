import "server-only";

/** So many a second are answered at once. */
const mostASecond = 50;
/** Of a body at least 64 KiB are read before anybody can say no. */
const waitMs = { withoutBody: 2_000, withBody: 10_000 } as const;

/**
 * Says no at once, unless it says so very often: then two seconds later, or ten where there is a body. Whoever is refused and
 * asks again in the same moment would have nothing else done; one who waits for the answer asks that much later.
 */
export class Unhurried {
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that nobody sets */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** How many milliseconds the next refusal waits. */
  next(hasBody: boolean): number {
    const now = this.#now();
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count <= mostASecond) return 0;
    return hasBody ? waitMs.withBody : waitMs.withoutBody;
  }
}
