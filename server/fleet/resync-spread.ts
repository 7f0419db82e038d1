import "server-only";

const rememberedMs = 10_000;
const eachMs = 9;
const longestMs = 5_000;

/**
 * Delay of each client that must reload everything: none for a single one, and after a restart, when a thousand come at
 * once, a random part of a span that is long enough for all.
 */
export class ResyncSpread {
  #since = Number.NEGATIVE_INFINITY;
  #before = 0;
  #now = 0;

  /** Delay in milliseconds. `random` is between 0 and 1. */
  next(monotonicMs: number, random: number): number {
    const passedMs = monotonicMs - this.#since;
    if (passedMs >= rememberedMs) {
      this.#before = passedMs < 2 * rememberedMs ? this.#now : 0;
      this.#now = 0;
      this.#since = monotonicMs;
    }
    const lately = this.#before + this.#now;
    this.#now += 1;
    return Math.min(lately * eachMs, longestMs) * random;
  }
}
