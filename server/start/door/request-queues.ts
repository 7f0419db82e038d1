import "server-only";
import { setImmediate as nextLoop } from "node:timers/promises";
import { FairQueue } from "./fair-queue.ts";

/** A page is some milliseconds of work without a break: more at once, and everybody else's request waits for all. */
const pageTurns = { most: 4, mostOfStrangers: 3, mostWaiting: 200, mostWaitingEach: 50 } as const;
/** An answer is a millisecond or two of work. Hundreds come at once when a replica has gone and its pages come here. */
const answerTurns = { most: 4, mostOfStrangers: 3, mostWaiting: 2_000, mostWaitingEach: 200 } as const;
/** How many connections may come before the next turn begins nevertheless. */
const mostRounds = 200;

/** Everybody at the front door: who comes, and who waits for a turn. */
export class RequestQueues {
  readonly pages = new FairQueue(pageTurns);
  readonly answers = new FairQueue(answerTurns);
  #came = 0;

  /** Somebody has connected. */
  comes(): void {
    this.#came += 1;
  }

  /**
   * What came meanwhile and waits for no turn, such as a probe, is seen to first. Node accepts one connection each time it
   * goes round, so a thousand that come at once are taken in before more work begins.
   */
  async takenIn(): Promise<void> {
    await nextLoop();
    for (let rounds = 0; rounds < mostRounds; rounds += 1) {
      const before = this.#came;
      await nextLoop();
      if (this.#came === before) return;
    }
  }

  /** Resolves when all that came have had their turns: for work that can wait. */
  async gone(signal: AbortSignal): Promise<void> {
    do {
      await this.answers.nobodyWaits(signal);
      await this.pages.nobodyWaits(signal);
      await this.takenIn();
    } while (this.answers.waiting + this.pages.waiting > 0);
  }
}
