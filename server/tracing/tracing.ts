import "server-only";

/** Span attributes: constants of our own and numbers. Never a URL, a name, or user input. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** A timed piece of work. */
export interface TraceSpan {
  /** W3C traceparent for downstream requests; undefined when the trace is not sampled. */
  readonly traceparent: string | undefined;
  note(facts: SpanFacts): void;
  /** Marks the span as failed, with a reason from our own constants. */
  fail(reason: string): void;
  /** Runs `work` in the span's async context: spans begun in it become children. */
  around<Value>(work: () => Value): Value;
  /** Only ended spans are exported. */
  end(): void;
}

export interface TraceSpanOptions {
  /** The span kind: incoming request, outgoing request, or message received or sent. */
  readonly kind?: "server" | "client" | "consumer" | "producer";
  readonly facts?: SpanFacts;
  /** Parent span; defaults to that of the async context. */
  readonly below?: TraceSpan | undefined;
  /** The caller's traceparent, unvalidated. The async context is then ignored. */
  readonly caller?: string | undefined;
  /** Begins a trace without a parent. */
  readonly isRoot?: boolean;
  /** Links to further causes. */
  readonly because?: readonly TraceSpan[];
  /** How long ago it began; defaults to 0. */
  readonly secondsAgo?: number;
}

/** Reports spans of this process to a collector. */
export interface Tracing {
  begin(name: string, how?: TraceSpanOptions): TraceSpan;
  /** Runs work outside the current context: for work that outlives it, such as a recurring timer. */
  apart<Value>(work: () => Value): Value;
  /** Exports the remaining spans. */
  stop(): Promise<void>;
}
