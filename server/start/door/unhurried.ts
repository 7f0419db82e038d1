import "server-only";
import { EachSecond } from "./each-second.ts";

/** So many a second are answered at once. */
const mostASecond = 50;
/** Of a body at least 64 KiB are read before anybody can say no. */
const waitMs = { withoutBody: 2_000, withBody: 10_000 } as const;

/**
 * Says no at once, unless it says so very often: then two seconds later, or ten where there is a body. Whoever is refused and
 * asks again in the same moment would have nothing else done; one who waits for the answer asks that much later.
 */
export class Unhurried {
  readonly #atOnce: EachSecond;

  /** @param now milliseconds of a clock that nobody sets */
  constructor(now: () => number) {
    this.#atOnce = new EachSecond(mostASecond, now);
  }

  /** How many milliseconds the next refusal waits. */
  next(hasBody: boolean): number {
    if (this.#atOnce.take(1)) return 0;
    return hasBody ? waitMs.withBody : waitMs.withoutBody;
  }
}
