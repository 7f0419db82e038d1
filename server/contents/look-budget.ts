import "server-only";

/** Maximum of requests to a Shoot's API server for one look. */
export const maxRequests = 30;
/** Maximum size of all facts of one look, in characters of JSON. */
const maxCharacters = 16 * 1024 * 1024;

/**
 * What a look inside a cluster costs at most. The first request of each part is reserved, so that a part with many pages
 * leaves none unread.
 */
export class LookBudget {
  #requests = maxRequests;
  #reserved: number;
  #characters = maxCharacters;

  /** @param reserved number of first requests to come */
  constructor(reserved: number) {
    this.#reserved = Math.min(reserved, maxRequests);
  }

  /** Reserves another first request, as far as there is one left. */
  reserve(): void {
    if (this.#requests > this.#reserved) this.#reserved += 1;
  }

  /** Gives reserved requests back that are not needed. */
  release(count: number): void {
    this.#reserved = Math.max(0, this.#reserved - count);
  }

  /** Takes one request; returns whether there was one left. */
  takeRequest(which: "first" | "further"): boolean {
    if (which === "first" && this.#reserved > 0) this.#reserved -= 1;
    else if (this.#requests - this.#reserved < 1) return false;
    this.#requests -= 1;
    return true;
  }

  /** Takes room for a fact; returns whether there was enough. */
  takeFact(fact: unknown): boolean {
    this.#characters -= JSON.stringify(fact)?.length ?? 0;
    return this.#characters >= 0;
  }
}
