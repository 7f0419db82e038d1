import "server-only";

/** The writing end of one event stream. */
export interface EventSink {
  /** Bytes that may be written before the reader has to catch up; zero or less when it has to. */
  readonly room: number;
  write(bytes: Uint8Array): void;
  close(): void;
}

/** What the reader may lag behind. A snapshot may exceed it once; nothing is written while there is no room. */
const highWaterBytes = 256 * 1024;
const chunkBytes = 64 * 1024;

/**
 * A response that stays open for server-sent events. `open` gets the sink and answers what to do when the stream has
 * ended, whoever ended it; it is called once, however many signs of the end there are.
 */
export function eventStream(signal: AbortSignal, open: (sink: EventSink) => () => void): Response {
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
          write(bytes: Uint8Array) {
            if (done) return;
            // In pieces, so that a slow reader's progress through a large frame can be seen.
            for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
              controller.enqueue(bytes.subarray(at, at + chunkBytes));
            }
          },
          close() {
            if (done) return;
            onEnd();
            controller.close();
          },
        };
        ended = onEnd;
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
    },
  });
}

const encoder = new TextEncoder();

/** One event. `json` holds no line break: JSON texts escape theirs. */
export function eventFrame(json: string, id?: string): Uint8Array {
  return encoder.encode(`${id === undefined ? "" : `id: ${id}\n`}data: ${json}\n\n`);
}

/** A comment, which keeps proxies from closing a quiet stream. */
export const beatFrame: Uint8Array = encoder.encode(": beat\n\n");

export function retryFrame(retryMs: number): Uint8Array {
  return encoder.encode(`retry: ${Math.round(retryMs)}\n\n`);
}
