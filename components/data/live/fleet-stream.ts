import { type StreamFrame, streamFrameSchema, streamVersion } from "#lib/contract/stream.ts";

/** Function that opens an event stream after the event `cursor`, and returns a function that closes the stream. */
export type OpenEventStream = (cursor: string, handlers: StreamHandlers) => () => void;

/** Browser functions that the stream needs; tests pass fakes. */
export interface StreamDependencies {
  readonly open: OpenEventStream;
  readonly now: () => number;
  readonly random: () => number;
  /** Runs a function after a delay. @returns a function that cancels the run */
  readonly later: (run: () => void, ms: number) => () => void;
}

export interface StreamHandlers {
  readonly opened: () => void;
  readonly failed: () => void;
  readonly message: (data: unknown, lastEventId: string) => void;
}

export interface StreamListener {
  readonly frame: (frame: StreamFrame) => void;
  /** Reads the whole fleet again, because the stream cannot resume from the last cursor. Resolves to the new cursor. */
  readonly refetch: (stop: AbortSignal) => Promise<string>;
  readonly connection: (state: ConnectionState) => void;
  /** Called when the events of the server have another format version: only a reload helps. */
  readonly outdated: () => void;
}

export type ConnectionState =
  | { readonly state: "connecting" }
  | { readonly state: "open"; readonly since: number }
  | { readonly state: "waiting"; readonly since: number; readonly attempts: number };

const firstDelayMs = 500;
const longestDelayMs = 20_000;

/**
 * Keeps one event stream open and resumes it after the last event received. The automatic reconnect of EventSource is
 * not used: it gives up after any HTTP error, and makes all tabs reconnect at the same moment.
 * @returns a function that closes the stream
 */
export function followFleetStream(
  cursor: string,
  listener: StreamListener,
  surroundings: StreamDependencies,
): () => void {
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

  /** Reads the whole fleet again after `ms`. Repeated reads, as in a rolling update, wait longer, with jitter. */
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
        // After any failure the reopened stream will request another read of the fleet.
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
    // Only a received event proves that the connection works: a proxy may accept it and deliver nothing.
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
    // An incomplete event is skipped, because a resumed stream sends it again.
    return undefined;
  }
  const parsed = streamFrameSchema.safeParse(json);
  return parsed.success ? parsed.data : undefined;
}
