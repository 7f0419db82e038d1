import "server-only";

/** Who was refused more often than this within so long waits before being asked after again. */
const patience = { refusals: 10, ms: 10_000 } as const;
const waitMs = 1_000;
const mostKept = 10_000;

interface Refusals {
  readonly since: number;
  count: number;
}

/**
 * People who go on asking although they were told that it is too much. To tell them so costs more than they may have the
 * process do: so each of their requests waits a second first.
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
      return;
    }
    // Put last: the first one is the one that is known for longest.
    this.#refusals.delete(person);
    this.#refusals.set(person, { since: this.#now(), count: 1 });
    const [oldest] = this.#refusals.keys();
    if (this.#refusals.size > mostKept && oldest !== undefined) this.#refusals.delete(oldest);
  }

  /** How many milliseconds the next request of this person waits. */
  waitOf(person: string): number {
    return (this.#recent(person)?.count ?? 0) > patience.refusals ? waitMs : 0;
  }

  #recent(person: string): Refusals | undefined {
    const known = this.#refusals.get(person);
    return known !== undefined && this.#now() - known.since < patience.ms ? known : undefined;
  }
}
