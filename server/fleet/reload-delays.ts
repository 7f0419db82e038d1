import "server-only";

const rememberedMs = 10_000;
const eachMs = 9;
const longestMs = 5_000;

/**
 * Chooses the delay after which each client reloads the cluster list. A single client does not wait; after a restart,
 * when a thousand clients come at once, each waits for a random time.
 */
export class ReloadDelays {
  #since = Number.NEGATIVE_INFINITY;
  #before = 0;
  #now = 0;

  /** Delay of the next client in milliseconds. `random` is between 0 and 1. */
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
