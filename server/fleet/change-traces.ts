import "server-only";
import type { TraceSpan, Tracing } from "#server/tracing/tracing.ts";

/** Traced rows per watch message; a first list changes thousands. */
const mostRows = 20;
/** Traced rows of all messages at a time. */
const mostWaiting = 500;
/** Maximum of causes linked to one round of frames. */
const mostCauses = 16;

/** A watch message with rows that are not yet computed. */
interface Received {
  readonly span: TraceSpan;
  left: number;
}

/**
 * Traces changes of the garden, where sampled: from a watch message over the rows that it changes to the frames that
 * send them.
 */
export class ChangeTraces {
  readonly #tracing: Tracing;
  readonly #now: () => number;
  readonly #received = new Map<string, Received>();
  #untold: TraceSpan[] = [];

  /** @param now monotonic milliseconds */
  constructor(tracing: Tracing, now: () => number) {
    this.#tracing = tracing;
    this.#now = now;
  }

  /** Records a watch message about Shoots. Call before the rows are marked dirty. */
  received(upserts: readonly string[], removes: readonly string[]): void {
    const facts = {
      "almanac.resource": "shoots",
      "almanac.upserts": upserts.length,
      "almanac.removes": removes.length,
    };
    const span = this.#tracing.begin("change of shoots", { kind: "consumer", isRoot: true, facts });
    const room = Math.min(mostRows, mostWaiting - this.#received.size);
    const followed = span.traceparent === undefined ? [] : [...removes, ...upserts].slice(0, Math.max(0, room));
    // A Shoot that changes again before its row is computed belongs to the earlier trace.
    const fresh = followed.filter((uid) => !this.#received.has(uid));
    const received: Received = { span, left: fresh.length };
    for (const uid of fresh) this.#received.set(uid, received);
    if (fresh.length === 0) span.end();
  }

  /** Records that a Shoot's row was computed; `receivedAtMs` is when that was requested. */
  made(uid: string, receivedAtMs: number): void {
    const received = this.#received.get(uid);
    if (received === undefined) return;
    this.#received.delete(uid);
    this.#tracing.begin("row", { below: received.span, secondsAgo: (this.#now() - receivedAtMs) / 1000 }).end();
    received.left -= 1;
    if (received.left > 0) return;
    received.span.end();
    if (this.#untold.length < mostCauses) this.#untold.push(received.span);
  }

  /** Begins a round of frames; call the returned function with the number of streams written to. */
  telling(): (streams: number) => void {
    const [first, ...others] = this.#untold;
    this.#untold = [];
    if (first === undefined) return () => undefined;
    const span = this.#tracing.begin("frames", { kind: "producer", below: first, because: others });
    return (streams) => {
      span.note({ "almanac.streams": streams });
      // A round without receivers is not recorded.
      if (streams > 0) span.end();
    };
  }

  /** Drops the changes so far: no stream was open to receive them. */
  forget(): void {
    this.#untold = [];
  }

  /** Runs work outside the trace of the current request, because it outlives it. */
  apart<Value>(work: () => Value): Value {
    return this.#tracing.apart(work);
  }
}
