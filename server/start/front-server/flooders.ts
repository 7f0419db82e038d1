import "server-only";
import { putLastWithLimit } from "#lib/memo/put-last-with-limit.ts";

/** Users refused more often than this within `ms` are served one request at a time, until not refused for as long. */
const patience = { refusals: 5, ms: 10_000 } as const;
const apartMs = 2_000;
const longestWaitMs = 20_000;
const mostKept = 10_000;

interface Refusals {
  since: number;
  count: number;
  /** When the last delayed request of the user continues. */
  lastAt: number;
}

/**
 * Delays users who continue to send requests after having been refused, since refusals cost processor time too: their
 * requests are served two seconds apart, however many they send.
 */
export class FloodProtection {
  readonly #refusals = new Map<string, Refusals>();
  readonly #now: () => number;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records that a request of the user was refused. */
  refused(person: string): void {
    const known = this.#recent(person);
    if (known !== undefined) {
      known.count += 1;
      if (known.count > patience.refusals) known.since = this.#now();
      return;
    }
    putLastWithLimit(
      this.#refusals,
      [person, { since: this.#now(), count: 1, lastAt: Number.NEGATIVE_INFINITY }],
      mostKept,
    );
  }

  /** How many milliseconds the user's next request must wait; undefined when too many are waiting already. */
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
