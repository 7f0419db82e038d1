import "server-only";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "./problem.ts";

/** Maximum of concurrent exports of one user. */
const mostAtOnce = 3;

/** Limits concurrent uses per user to `most`. */
export class ConcurrencyPerUser {
  readonly #taken = new Map<string, number>();
  readonly #most: number;
  readonly #refusal: (taken: number) => ProblemError;

  constructor(most: number, refusal: (taken: number) => ProblemError) {
    this.#most = most;
    this.#refusal = refusal;
  }

  /** Registers one use of a user and returns a function that ends it. Throws when the user already has the maximum. */
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

/** Limits concurrent exports per user, since each reads all clusters that the user sees. */
export class ExportConcurrencyLimit {
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

export const exportConcurrencyLimit = new ExportConcurrencyLimit();
