import "server-only";

/** A budget per second, of requests or bytes. */
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

  /** Takes an amount if this second's budget allows it. */
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
