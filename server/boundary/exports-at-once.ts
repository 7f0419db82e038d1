import "server-only";
import { text } from "#lib/language/text.ts";
import { Places } from "./places.ts";
import { ProblemError } from "./problem.ts";

/** How many exports of a whole view one user may have made at the same time. */
const mostAtOnce = 3;

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
