import "server-only";

/** So many a second are answered at once. */
const mostASecond = 50;
const waitMs = 2_000;

/**
 * Says no at once, unless it says so very often: then two seconds later. Whoever is refused and asks again in the same moment
 * would have nothing else done; one who waits for the answer asks two seconds later.
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
  next(): number {
    const now = this.#now();
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count > mostASecond ? waitMs : 0;
  }
}
