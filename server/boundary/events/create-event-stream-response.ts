import "server-only";
import { bodyEncodingHeader } from "../compressed.ts";
import { gzipHeaderBytes } from "./compress-event-bytes.ts";
import type { EventFrame } from "./event-frame.ts";

/** Writes server-sent events to one client. */
export interface EventSink {
  /** Number of bytes that can be written until the buffer is full; zero or less when the client has to catch up. */
  readonly room: number;
  write(frame: EventFrame): void;
  close(): void;
}

/** Buffer size per client. A snapshot may exceed it once; nothing more is written while the buffer is full. */
const highWaterBytes = 256 * 1024;
const chunkBytes = 64 * 1024;

/** Writes bytes in chunks, so that a slow client's progress through a large event is visible. */
function enqueue(controller: ReadableStreamDefaultController<Uint8Array>, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) controller.enqueue(bytes.subarray(at, at + chunkBytes));
}

export interface EventStreamOptions {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Whether the client accepts gzip. Events are compressed once for all clients; the gzip stream is never finished. */
  readonly isPacked: boolean;
}

/**
 * A response that stays open for server-sent events. `open` gets the sink to write to and returns a clean-up function,
 * which is called exactly once when the client or the server ends the stream.
 */
export function createEventStreamResponse(
  { signal, isPacked }: EventStreamOptions,
  open: (sink: EventSink) => () => void,
): Response {
  let ended = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let done = false;
        let atEnd = () => {};
        const onEnd = () => {
          if (done) return;
          done = true;
          signal.removeEventListener("abort", sink.close);
          atEnd();
        };
        const sink = {
          get room() {
            return done ? 0 : (controller.desiredSize ?? 0);
          },
          write(frame: EventFrame) {
            if (!done) enqueue(controller, frame.bytes(isPacked));
          },
          close() {
            if (done) return;
            onEnd();
            controller.close();
          },
        };
        ended = onEnd;
        if (isPacked) enqueue(controller, gzipHeaderBytes);
        const cleanup = open(sink);
        // `open` may have closed the sink already.
        if (done) return cleanup();
        atEnd = cleanup;
        signal.addEventListener("abort", sink.close, { once: true });
        if (signal.aborted) sink.close();
      },
      cancel: () => ended(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: highWaterBytes }),
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // `no-transform` forbids proxies to compress the response, which would delay events.
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
      ...(isPacked ? { [bodyEncodingHeader]: "gzip" } : {}),
    },
  });
}
