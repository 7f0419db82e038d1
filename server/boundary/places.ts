import "server-only";
import type { ProblemError } from "./problem.ts";

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
