import "server-only";
import type { TraceSpan, Tracing } from "#server/tracing/tracing.ts";

/** Maximum of Shoots that are traced per watch message; the first list of a watch changes thousands. */
const mostRows = 20;
/** Maximum of Shoots that are traced at the same time. */
const mostWaiting = 500;
/** Maximum of watch messages that one trace span of a stream update is linked to. */
const mostCauses = 16;

/** A watch message, and how many of its Shoots' rows are not yet computed. */
interface Received {
  readonly span: TraceSpan;
  left: number;
}

/**
 * Creates trace spans for sampled changes of Shoots: from the watch message over the recomputed rows of the cluster
 * list to the events that are sent to browsers.
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

  /** Records a watch message about Shoots. Call it before the Shoots are queued for recomputation. */
  received(upserts: readonly string[], removes: readonly string[]): void {
    const facts = {
      "almanac.resource": "shoots",
      "almanac.upserts": upserts.length,
      "almanac.removes": removes.length,
    };
    const span = this.#tracing.begin("change of shoots", { kind: "consumer", isRoot: true, facts });
    const room = Math.min(mostRows, mostWaiting - this.#received.size);
    const followed = span.traceparent === undefined ? [] : [...removes, ...upserts].slice(0, Math.max(0, room));
    // A Shoot that changes again before its row is computed stays in the trace of the first change.
    const fresh = followed.filter((uid) => !this.#received.has(uid));
    const received: Received = { span, left: fresh.length };
    for (const uid of fresh) this.#received.set(uid, received);
    if (fresh.length === 0) span.end();
  }

  /** Records that a Shoot's row was computed; `receivedAtMs` is when the recomputation was requested. */
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

  /** Begins an update of all streams; call the returned function with the number of streams that got an event. */
  telling(): (streams: number) => void {
    const [first, ...others] = this.#untold;
    this.#untold = [];
    if (first === undefined) return () => undefined;
    const span = this.#tracing.begin("frames", { kind: "producer", below: first, because: others });
    return (streams) => {
      span.note({ "almanac.streams": streams });
      // An update that no stream received is not exported.
      if (streams > 0) span.end();
    };
  }

  /** Drops the recorded changes, because no stream is open that could receive them. */
  forget(): void {
    this.#untold = [];
  }

  /** Runs work outside the trace of the current request, because the work outlives the request. */
  apart<Value>(work: () => Value): Value {
    return this.#tracing.apart(work);
  }
}
