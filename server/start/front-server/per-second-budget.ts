import "server-only";

/** Limits an amount per second, such as of requests or bytes. */
export class PerSecondBudget {
  readonly #most: number;
  readonly #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #given = 0;

  /** @param now monotonic milliseconds */
  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** Uses an amount of this second's budget; returns false when not enough is left. */
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
