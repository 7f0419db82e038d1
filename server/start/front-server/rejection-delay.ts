import "server-only";
import { PerSecondBudget } from "./per-second-budget.ts";

/** Number of refusals per second that are sent immediately. */
const mostASecond = 50;
/** At least 64 KiB of a body are read before it can be refused. */
const waitMs = { withoutBody: 2_000, withBody: 10_000 } as const;

/**
 * Delays refusals when there are very many: by two seconds, or ten with a body. A client that retries immediately would
 * otherwise keep the process busy; one that waits for the response retries that much later.
 */
export class RejectionDelay {
  readonly #atOnce: PerSecondBudget;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#atOnce = new PerSecondBudget(mostASecond, now);
  }

  /** Delay of the next refusal in milliseconds. */
  next(hasBody: boolean): number {
    if (this.#atOnce.take(1)) return 0;
    return hasBody ? waitMs.withBody : waitMs.withoutBody;
  }
}
