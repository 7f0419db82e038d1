import "server-only";

/** Gives out so many bytes a second. */
export class BytesASecond {
  readonly #most: number;
  readonly #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #given = 0;

  /** @param now milliseconds of a clock that nobody sets */
  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** Whether this second has so many left, which then are taken. */
  take(bytes: number): boolean {
    const now = this.#now();
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#given = 0;
    }
    if (this.#given + bytes > this.#most) return false;
    this.#given += bytes;
    return true;
  }
}
