import "server-only";
import { setImmediate as nextLoop } from "node:timers/promises";
import { FairQueue } from "./fair-queue.ts";

/** Limits for pages, which block for some milliseconds each: with more at once, all other requests would wait. */
const pageTurns = { most: 4, mostOfStrangers: 3, mostWaiting: 200, mostWaitingEach: 50 } as const;
/** Limits for API responses of 1 to 2 ms. Hundreds come at once when another replica's pages reconnect here. */
const answerTurns = { most: 4, mostOfStrangers: 3, mostWaiting: 2_000, mostWaitingEach: 200 } as const;
/** Maximum of rounds to wait while connections keep arriving. */
const mostRounds = 200;

/** Queues of the front door, and the number of arrivals. */
export class RequestQueues {
  readonly pages = new FairQueue(pageTurns);
  readonly answers = new FairQueue(answerTurns);
  #came = 0;

  /** Registers a new connection. */
  comes(): void {
    this.#came += 1;
  }

  /**
   * Resolves when new arrivals that need no turn, such as probes, were handled. Node accepts one connection per loop
   * iteration, so a thousand simultaneous ones are accepted before more work begins.
   */
  async takenIn(): Promise<void> {
    await nextLoop();
    for (let rounds = 0; rounds < mostRounds; rounds += 1) {
      const before = this.#came;
      await nextLoop();
      if (this.#came === before) return;
    }
  }

  /** Resolves when all queues are empty: for work that can wait. */
  async gone(signal: AbortSignal): Promise<void> {
    do {
      await this.answers.nobodyWaits(signal);
      await this.pages.nobodyWaits(signal);
      await this.takenIn();
    } while (this.answers.waiting + this.pages.waiting > 0);
  }
}
