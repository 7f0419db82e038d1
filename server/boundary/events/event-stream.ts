import "server-only";
import { bodyEncodingHeader } from "../compressed.ts";
import type { EventFrame } from "./event-frame.ts";
import { gzipHead } from "./packed.ts";

/** The writing end of one event stream. */
export interface EventSink {
  /** Bytes that can be written before the reader has to catch up; zero or less when the buffer is full. */
  readonly room: number;
  write(frame: EventFrame): void;
  close(): void;
}

/** How far a reader can lag behind. A snapshot may exceed it once; nothing is written while there is no room. */
const highWaterBytes = 256 * 1024;
const chunkBytes = 64 * 1024;

/** Enqueues in chunks, so that a slow reader's progress through a large frame is visible. */
function enqueue(controller: ReadableStreamDefaultController<Uint8Array>, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) controller.enqueue(bytes.subarray(at, at + chunkBytes));
}

export interface EventStreamOptions {
  /** Aborts when the reader disconnects. */
  readonly signal: AbortSignal;
  /** Whether the reader accepts gzip; frames are compressed once for all readers. The gzip stream is never finished. */
  readonly isPacked: boolean;
}

/**
 * A response that stays open for server-sent events. `open` receives the sink and returns a clean-up function, which is
 * called exactly once when either side ends the stream.
 */
export function eventStream({ signal, isPacked }: EventStreamOptions, open: (sink: EventSink) => () => void): Response {
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
        if (isPacked) enqueue(controller, gzipHead);
        const cleanUp = open(sink);
        // `open` may have closed the sink already.
        if (done) return cleanUp();
        atEnd = cleanUp;
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
      // no-transform keeps compressing proxies away, which would delay events.
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
      ...(isPacked ? { [bodyEncodingHeader]: "gzip" } : {}),
    },
  });
}
