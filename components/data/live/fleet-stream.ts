import { type StreamFrame, streamFrameSchema, streamVersion } from "#lib/contract/stream.ts";

/** Opens one event stream that begins after `cursor`; returns its end. */
export type OpenStream = (cursor: string, handlers: StreamHandlers) => () => void;

/** What the stream needs of the browser; tests pass their own. */
export interface StreamSurroundings {
  readonly open: OpenStream;
  readonly now: () => number;
  readonly random: () => number;
  /** Runs later; returns its undo. */
  readonly later: (run: () => void, ms: number) => () => void;
}

export interface StreamHandlers {
  readonly opened: () => void;
  readonly failed: () => void;
  readonly message: (data: unknown, lastEventId: string) => void;
}

export interface StreamListener {
  readonly frame: (frame: StreamFrame) => void;
  /** Nothing leads from where this page is to now: everything is to be read anew. Resolves to the cursor to go on from. */
  readonly refetch: (stop: AbortSignal) => Promise<string>;
  readonly connection: (state: ConnectionState) => void;
  /** The server speaks another version of the frames: only a reload brings the matching page. */
  readonly outdated: () => void;
}

export type ConnectionState =
  | { readonly state: "connecting" }
  | { readonly state: "open"; readonly since: number }
  | { readonly state: "waiting"; readonly since: number; readonly attempts: number };

const firstDelayMs = 500;
const longestDelayMs = 20_000;

/**
 * Keeps one event stream open and resumes it where it broke off. The browser's own reconnect is not used: it gives up
 * for good on any HTTP error, and it makes every tab knock at the same moment.
 *
 * @returns its end
 */
export function followFleet(cursor: string, listener: StreamListener, surroundings: StreamSurroundings): () => void {
  const { open, now, random, later } = surroundings;
  let resumeFrom = cursor;
  let attempts = 0;
  let resyncs = 0;
  let lostAt: number | undefined;
  let close: () => void = () => undefined;
  let cancelWait: () => void = () => undefined;

  function connect(): void {
    listener.connection(lostAt === undefined ? { state: "connecting" } : { state: "waiting", since: lostAt, attempts });
    close = open(resumeFrom, {
      opened: () => {
        lostAt = undefined;
        listener.connection({ state: "open", since: now() });
      },
      failed: () => reconnectIn(jittered(attempts)),
      message: receive,
    });
  }

  function jittered(attempt: number): number {
    return Math.min(firstDelayMs * 2 ** attempt, longestDelayMs) * (0.5 + random());
  }

  function reconnectIn(ms: number): void {
    close();
    lostAt ??= now();
    attempts += 1;
    listener.connection({ state: "waiting", since: lostAt, attempts });
    cancelWait();
    cancelWait = later(connect, ms);
  }

  /** Again and again only where replicas do not understand each other: then at a pace that hurts nobody. */
  function resyncIn(ms: number): void {
    close();
    lostAt ??= now();
    listener.connection({ state: "waiting", since: lostAt, attempts });
    cancelWait();
    const stop = new AbortController();
    const wait = resyncs === 0 ? ms : Math.max(ms, jittered(resyncs));
    resyncs += 1;
    const cancelLater = later(async () => {
      try {
        resumeFrom = await listener.refetch(stop.signal);
        if (!stop.signal.aborted) connect();
      } catch {
        // Whatever it met, the stream says the same again when it is opened next.
        if (!stop.signal.aborted) reconnectIn(jittered(attempts));
      }
    }, wait);
    cancelWait = () => {
      cancelLater();
      stop.abort();
    };
  }

  function receive(data: unknown, lastEventId: string): void {
    const frame = parseFrame(data);
    if (frame === undefined) return;
    if (frame.type === "hello" && frame.version !== streamVersion) {
      listener.outdated();
      return;
    }
    if (lastEventId !== "") resumeFrom = lastEventId;
    if (frame.type === "bye") {
      reconnectIn(frame.retryMs * (0.5 + random()));
      return;
    }
    if (frame.type === "resync") {
      resyncIn(frame.afterMs);
      return;
    }
    if (frame.type !== "hello") resyncs = 0;
    // Only a frame that arrived proves the connection: a proxy may accept it and still deliver nothing.
    attempts = 0;
    listener.frame(frame);
  }

  connect();
  return () => {
    cancelWait();
    close();
  };
}

function parseFrame(data: unknown): StreamFrame | undefined {
  if (typeof data !== "string") return undefined;
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    // A torn frame: the next one carries on, and resuming brings what was missed.
    return undefined;
  }
  const parsed = streamFrameSchema.safeParse(json);
  return parsed.success ? parsed.data : undefined;
}
