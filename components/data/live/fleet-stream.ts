import { type StreamFrame, streamFrameSchema, streamVersion } from "#lib/contract/stream.ts";

/** Opens one event stream that begins after `cursor`; returns the function that closes it. */
export type StreamOpener = (cursor: string, handlers: StreamHandlers) => () => void;

/** Browser functions the stream needs; tests pass their own. */
export interface StreamDependencies {
  readonly open: StreamOpener;
  readonly now: () => number;
  readonly random: () => number;
  /** Runs a function later; returns the function that cancels it. */
  readonly later: (run: () => void, ms: number) => () => void;
}

export interface StreamHandlers {
  readonly opened: () => void;
  readonly failed: () => void;
  readonly message: (data: unknown, lastEventId: string) => void;
}

export interface StreamListener {
  readonly frame: (frame: StreamFrame) => void;
  /** Reads everything again because the stream cannot resume from this page's cursor. Resolves to the new cursor. */
  readonly refetch: (stop: AbortSignal) => Promise<string>;
  readonly connection: (state: ConnectionState) => void;
  /** Called when the server's frames have another version: only a reload brings the matching page. */
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
 * for good on any HTTP error, and makes all tabs reconnect at the same moment.
 *
 * @returns a function that stops following
 */
export function followFleet(cursor: string, listener: StreamListener, surroundings: StreamDependencies): () => void {
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

  /** Reads everything again after `ms`. Repeated resyncs, as between incompatible replicas, back off with jitter. */
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
        // Whatever failed, the reopened stream will request the resync again.
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
    // Only a received frame proves the connection: a proxy may accept it and still deliver nothing.
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
    // A truncated frame is skipped: resuming brings what was missed.
    return undefined;
  }
  const parsed = streamFrameSchema.safeParse(json);
  return parsed.success ? parsed.data : undefined;
}
