import "server-only";

/** Attributes of a trace span: constants and numbers, never a URL, a name, or user input. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** A trace span: a piece of work with its start and end. */
export interface TraceSpan {
  /** W3C traceparent header for outgoing requests; undefined when the trace is not sampled. */
  readonly traceparent: string | undefined;
  note(facts: SpanFacts): void;
  /** Marks the span as failed, with a reason from our own constants. */
  fail(reason: string): void;
  /** Runs `work` in the span's async context, so that spans begun in it become its children. */
  around<Value>(work: () => Value): Value;
  /** Only ended spans are exported. */
  end(): void;
}

export interface TraceSpanOptions {
  /** Kind of the span: incoming or outgoing request, or message received or sent. */
  readonly kind?: "server" | "client" | "consumer" | "producer";
  readonly facts?: SpanFacts;
  /** Parent span; defaults to that of the async context. */
  readonly below?: TraceSpan | undefined;
  /** Traceparent header of the incoming request, not validated. With it, the async context is ignored. */
  readonly caller?: string | undefined;
  /** Makes the span the root of a new trace. */
  readonly isRoot?: boolean;
  /** Further spans that caused this one, which it is linked to. */
  readonly because?: readonly TraceSpan[];
  /** How many seconds ago the span began; defaults to 0. */
  readonly secondsAgo?: number;
}

/** Creates trace spans of this process and sends them to a collector. */
export interface Tracing {
  begin(name: string, how?: TraceSpanOptions): TraceSpan;
  /** Runs work outside the span of the async context, for work that lasts longer, such as a recurring timer. */
  apart<Value>(work: () => Value): Value;
  /** Sends the remaining spans to the collector. */
  stop(): Promise<void>;
}
