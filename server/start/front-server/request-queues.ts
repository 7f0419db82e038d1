import "server-only";
import { setImmediate as nextLoop } from "node:timers/promises";
import { FairQueue } from "./fair-queue.ts";

/** Limits for page requests, each of which blocks the process for some milliseconds. */
const pageTurns = { most: 4, mostOfStrangers: 3, mostWaiting: 200, mostWaitingEach: 50 } as const;
/** Limits for API requests of 1 to 2 ms. Hundreds come at once when another replica stops and pages reconnect. */
const answerTurns = { most: 4, mostOfStrangers: 3, mostWaiting: 2_000, mostWaitingEach: 200 } as const;
/** Maximum of event loop iterations to wait while connections continue to arrive. */
const mostRounds = 200;

/** Queues of the front server for pages and API requests, and a count of new connections. */
export class RequestQueues {
  readonly pages = new FairQueue(pageTurns);
  readonly answers = new FairQueue(answerTurns);
  #came = 0;

  /** Registers a new connection. */
  comes(): void {
    this.#came += 1;
  }

  /**
   * Resolves when no new connection is waiting to be accepted. Node.js accepts one per event loop iteration, so that
   * health probes among a thousand new connections are answered before more work begins.
   */
  async takenIn(): Promise<void> {
    await nextLoop();
    for (let rounds = 0; rounds < mostRounds; rounds += 1) {
      const before = this.#came;
      await nextLoop();
      if (this.#came === before) return;
    }
  }

  /** Resolves when no request is waiting, for work that has time. */
  async gone(signal: AbortSignal): Promise<void> {
    do {
      await this.answers.nobodyWaits(signal);
      await this.pages.nobodyWaits(signal);
      await this.takenIn();
    } while (this.answers.waiting + this.pages.waiting > 0);
  }
}
