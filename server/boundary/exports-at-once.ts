import "server-only";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "./problem.ts";

/** How many exports of a whole view one user can have running at the same time. */
const mostAtOnce = 3;

/** Counts concurrent uses per user; no user gets more than `most`. */
export class ConcurrencyPerUser {
  readonly #taken = new Map<string, number>();
  readonly #most: number;
  readonly #refusal: (taken: number) => ProblemError;

  constructor(most: number, refusal: (taken: number) => ProblemError) {
    this.#most = most;
    this.#refusal = refusal;
  }

  /** Takes a place and returns a function that gives it back. Throws when all are taken. */
  take(user: string): () => void {
    const taken = this.#taken.get(user) ?? 0;
    if (taken >= this.#most) throw this.#refusal(taken);
    this.#taken.set(user, taken + 1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      const left = (this.#taken.get(user) ?? 1) - 1;
      if (left === 0) this.#taken.delete(user);
      else this.#taken.set(user, left);
    };
  }
}

/** Limits concurrent exports per user: each reads everything the user sees and is time-sliced with others. */
export class ExportsAtOnce {
  readonly #places = new ConcurrencyPerUser(mostAtOnce, () => {
    const detail = text("At most {mostAtOnce} exports of one user are made at once.", { mostAtOnce });
    return new ProblemError("too-many-requests", { detail, retryAfterSeconds: 2 }, { rule: "exports-of-user" });
  });

  /** Rejects with a ProblemError while the user has the maximum number of exports running. */
  async run<Value>(user: string, make: () => Promise<Value>): Promise<Value> {
    const giveBack = this.#places.take(user);
    try {
      return await make();
    } finally {
      giveBack();
    }
  }
}

export const exportsAtOnce = new ExportsAtOnce();
