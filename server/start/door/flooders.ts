import "server-only";
import { putLast } from "#lib/memo/put-last.ts";

/** Who was refused more often than this within so long is answered one request after the other, until not refused for as long. */
const patience = { refusals: 5, ms: 10_000 } as const;
const apartMs = 2_000;
const longestWaitMs = 20_000;
const mostKept = 10_000;

interface Refusals {
  since: number;
  count: number;
  /** When the last request that waits goes on. */
  lastAt: number;
}

/**
 * People who go on asking although they were told that it is too much. To tell them so costs more than they may have the
 * process do: so their requests go on one at a time, two seconds apart, however many they send at once.
 */
export class Flooders {
  readonly #refusals = new Map<string, Refusals>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that nobody sets */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** This person was told that it is too much. */
  refused(person: string): void {
    const known = this.#recent(person);
    if (known !== undefined) {
      known.count += 1;
      if (known.count > patience.refusals) known.since = this.#now();
      return;
    }
    putLast(this.#refusals, [person, { since: this.#now(), count: 1, lastAt: Number.NEGATIVE_INFINITY }], mostKept);
  }

  /** How many milliseconds the next request of this person waits; undefined when too many wait already. */
  takeWait(person: string): number | undefined {
    const known = this.#recent(person);
    if (known === undefined || known.count <= patience.refusals) return 0;
    const now = this.#now();
    const goesOnAt = Math.max(now, known.lastAt) + apartMs;
    if (goesOnAt - now > longestWaitMs) return undefined;
    known.lastAt = goesOnAt;
    return goesOnAt - now;
  }

  #recent(person: string): Refusals | undefined {
    const known = this.#refusals.get(person);
    return known !== undefined && this.#now() - known.since < patience.ms ? known : undefined;
  }
}
