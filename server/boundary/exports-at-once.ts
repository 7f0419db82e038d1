import "server-only";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "./problem.ts";

/** How many exports of a whole view one user may have made at the same time. */
const mostAtOnce = 3;

/** Lets each user have a few exports made at a time: each goes over all that the user sees, and takes turns with others. */
export class ExportsAtOnce {
  readonly #running = new Map<string, number>();

  /** Rejects with a ProblemError while that user has as many as may be. */
  async run<Value>(user: string, make: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(user) ?? 0;
    if (running >= mostAtOnce) {
      const detail = text("At most {mostAtOnce} exports of one user are made at once.", { mostAtOnce });
      throw new ProblemError("too-many-requests", { detail, retryAfterSeconds: 2 }, { rule: "exports-of-user" });
    }
    this.#running.set(user, running + 1);
    try {
      return await make();
    } finally {
      const left = (this.#running.get(user) ?? 1) - 1;
      if (left === 0) this.#running.delete(user);
      else this.#running.set(user, left);
    }
  }
}

export const exportsAtOnce = new ExportsAtOnce();
