import "server-only";

/** Gives out so much a second: requests, or bytes. */
export class EachSecond {
  readonly #most: number;
  readonly #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #given = 0;

  /** @param now milliseconds of a clock that nobody sets */
  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** Whether this second has so much left, which then is taken. */
  take(amount: number): boolean {
    const now = this.#now();
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#given = 0;
    }
    if (this.#given + amount > this.#most) return false;
    this.#given += amount;
    return true;
  }
}
