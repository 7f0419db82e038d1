import "server-only";

/** What may be said of a span: words of our own lists, and figures. Never an address, a name, or what somebody wrote. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** One piece of work, and how long it took. */
export interface Span {
  /** In W3C's form, for whoever is asked on the way; undefined when the trace is not kept. */
  readonly traceparent: string | undefined;
  note(facts: SpanFacts): void;
  /** It failed, for a reason of our own lists. */
  fail(reason: string): void;
  /** What is begun in `work`, and in whatever that waits for, comes below this span. */
  around<Value>(work: () => Value): Value;
  /** Only a span that has ended is told to anybody. */
  end(): void;
}

export interface Beginning {
  /** Who is at its other end: a caller, one that is called, or those who hear of it later. */
  readonly kind?: "server" | "client" | "consumer" | "producer";
  readonly facts?: SpanFacts;
  /** What it is a part of: by itself, what is under way where it is begun. */
  readonly below?: Span | undefined;
  /** A caller's traceparent, of whatever form it may be. It then is no part of what is under way here. */
  readonly caller?: string | undefined;
  /** It is a part of nothing. */
  readonly isRoot?: boolean;
  /** What else led to it. */
  readonly because?: readonly Span[];
  /** So long ago it began; just now, where nobody says. */
  readonly secondsAgo?: number;
}

/** Tells a collector what this process does, and how long each part takes. */
export interface Tracing {
  begin(name: string, how?: Beginning): Span;
  /** Does something that will outlive whatever is under way, and is no part of it: a timer that goes round and round. */
  apart<Value>(work: () => Value): Value;
  /** Tells what was not told yet. */
  stop(): Promise<void>;
}
