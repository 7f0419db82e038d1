import "server-only";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "./problem.ts";

/** How many exports of a whole view one user may have made at the same time. */
const mostAtOnce = 3;

/** How many of something each user has; nobody has more than `most`. */
export class Places {
  readonly #taken = new Map<string, number>();
  readonly #most: number;
  readonly #refusal: (taken: number) => ProblemError;

  constructor(most: number, refusal: (taken: number) => ProblemError) {
    this.#most = most;
    this.#refusal = refusal;
  }

  /** Takes a place before anything is waited for, and answers how to give it back. Throws when all are taken. */
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

/** Lets each user have a few exports made at a time: each goes over all that the user sees, and takes turns with others. */
export class ExportsAtOnce {
  readonly #places = new Places(mostAtOnce, () => {
    const detail = text("At most {mostAtOnce} exports of one user are made at once.", { mostAtOnce });
    return new ProblemError("too-many-requests", { detail, retryAfterSeconds: 2 }, { rule: "exports-of-user" });
  });

  /** Rejects with a ProblemError while that user has as many as may be. */
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
