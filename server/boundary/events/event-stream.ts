import "server-only";
import { bodyEncodingHeader } from "../compressed.ts";
import type { EventFrame } from "./event-frame.ts";
import { gzipHead } from "./packed.ts";

/** The writing end of one event stream. */
export interface EventSink {
  /** Bytes that may be written before the reader has to catch up; zero or less when it has to. */
  readonly room: number;
  write(frame: EventFrame): void;
  close(): void;
}

/** What the reader may lag behind. A snapshot may exceed it once; nothing is written while there is no room. */
const highWaterBytes = 256 * 1024;
const chunkBytes = 64 * 1024;

/** In pieces, so that a slow reader's progress through a large frame can be seen. */
function enqueue(controller: ReadableStreamDefaultController<Uint8Array>, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) controller.enqueue(bytes.subarray(at, at + chunkBytes));
}

export interface EventStreamOptions {
  /** Fires when the reader goes away. */
  readonly signal: AbortSignal;
  /** The reader takes gzip: frames are sent as they were packed for all. The gzip stream is never ended, only cut off. */
  readonly isPacked: boolean;
}

/**
 * A response that stays open for server-sent events. `open` gets the sink and answers what to do when the stream has
 * ended, whoever ended it; it is called once, however many signs of the end there are.
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
        // `open` may have closed it already.
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
      // no-transform keeps compressors away, which would hold events back.
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
      ...(isPacked ? { [bodyEncodingHeader]: "gzip" } : {}),
    },
  });
}
