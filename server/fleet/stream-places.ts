import "server-only";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";

/** How many streams each user has, those that are about to be opened included. */
export class StreamPlaces {
  readonly #taken = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place before anything is waited for, and answers how to give it back. Throws when all are taken. */
  take(user: string): () => void {
    const taken = this.#taken.get(user) ?? 0;
    if (taken >= this.#most) {
      const detail = text("There are {taken} open streams for this user already; close some tabs.", { taken });
      throw new ProblemError("too-many-requests", { detail, retryAfterSeconds: 5 }, { rule: "streams-of-user" });
    }
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
