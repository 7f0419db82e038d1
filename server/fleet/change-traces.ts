import "server-only";
import type { Span, Tracing } from "#server/tracing/tracing.ts";

/** Of what one message changes, so many rows are followed; a first list changes thousands. */
const mostRows = 20;
/** Of all messages together, at one time. */
const mostWaiting = 500;
/** What one round of frames is said to come from. */
const mostCauses = 16;

/** A watch's message, while rows of it are still to be made. */
interface Heard {
  readonly span: Span;
  left: number;
}

/**
 * Follows changes of the garden, of those traces that are kept: from a watch's message over the rows that it changes to
 * the frames that tell them.
 */
export class ChangeTraces {
  readonly #tracing: Tracing;
  readonly #now: () => number;
  readonly #heard = new Map<string, Heard>();
  #untold: Span[] = [];

  /** @param now monotonic milliseconds */
  constructor(tracing: Tracing, now: () => number) {
    this.#tracing = tracing;
    this.#now = now;
  }

  /** A watch of Shoots has said something. To be called before the rows are marked. */
  heard(upserts: readonly string[], removes: readonly string[]): void {
    const facts = {
      "almanac.resource": "shoots",
      "almanac.upserts": upserts.length,
      "almanac.removes": removes.length,
    };
    const span = this.#tracing.begin("change of shoots", { kind: "consumer", isRoot: true, facts });
    const room = Math.min(mostRows, mostWaiting - this.#heard.size);
    const followed = span.traceparent === undefined ? [] : [...removes, ...upserts].slice(0, Math.max(0, room));
    // A Shoot that changes again before its row was made is told with the change before it.
    const fresh = followed.filter((uid) => !this.#heard.has(uid));
    const heard: Heard = { span, left: fresh.length };
    for (const uid of fresh) this.#heard.set(uid, heard);
    if (fresh.length === 0) span.end();
  }

  /** The row of a Shoot was made, `receivedAtMs` being when that was asked for. */
  made(uid: string, receivedAtMs: number): void {
    const heard = this.#heard.get(uid);
    if (heard === undefined) return;
    this.#heard.delete(uid);
    this.#tracing.begin("row", { below: heard.span, secondsAgo: (this.#now() - receivedAtMs) / 1000 }).end();
    heard.left -= 1;
    if (heard.left > 0) return;
    heard.span.end();
    if (this.#untold.length < mostCauses) this.#untold.push(heard.span);
  }

  /** Begins a round of frames; what it answers is called with how many streams were told. */
  telling(): (streams: number) => void {
    const [first, ...others] = this.#untold;
    this.#untold = [];
    if (first === undefined) return () => undefined;
    const span = this.#tracing.begin("frames", { kind: "producer", below: first, because: others });
    return (streams) => {
      span.note({ "almanac.streams": streams });
      // A round that told nobody is nobody's news.
      if (streams > 0) span.end();
    };
  }

  /** Nobody was there to be told of the changes so far. */
  forget(): void {
    this.#untold = [];
  }

  /** Does what goes on after the request that has begun it. */
  apart<Value>(work: () => Value): Value {
    return this.#tracing.apart(work);
  }
}
