import "server-only";
import { PerSecondBudget } from "./per-second-budget.ts";

/** Number of refused requests per second that are answered without a delay. */
const mostASecond = 50;
/** Longer for requests with a body, since at least 64 KiB of it are read before a refusal. */
const waitMs = { withoutBody: 2_000, withBody: 10_000 } as const;

/**
 * Delays the responses to refused requests when there are very many of them, because a client that retries immediately
 * would otherwise keep the process busy.
 */
export class RejectionDelay {
  readonly #atOnce: PerSecondBudget;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#atOnce = new PerSecondBudget(mostASecond, now);
  }

  /** How many milliseconds the next refused request must wait for its response. */
  next(hasBody: boolean): number {
    if (this.#atOnce.take(1)) return 0;
    return hasBody ? waitMs.withBody : waitMs.withoutBody;
  }
}
