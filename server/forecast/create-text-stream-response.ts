import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { chargeProcessorTime } from "#server/processor-time/time-slices.ts";

const chunkLength = 64 * 1024;

/** A streamed response with texts, each encoded only when the client reads on, so that they are not in memory twice. */
export function createTextStreamResponse(texts: Iterable<string>, headers: Headers): Response {
  const left = texts[Symbol.iterator]();
  const nextPiece = () => {
    let piece = "";
    while (piece.length < chunkLength) {
      const { done, value } = left.next();
      if (done) return { piece: Buffer.from(piece), isLast: true };
      piece += value;
    }
    return { piece: Buffer.from(piece), isLast: false };
  };
  // The stream reads in another async context; binding charges the processor time to the requesting user.
  const pull = AsyncLocalStorage.bind((controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { piece, isLast } = chargeProcessorTime(nextPiece);
    if (piece.byteLength > 0) controller.enqueue(piece);
    if (isLast) controller.close();
  });
  const body = new ReadableStream<Uint8Array>({ pull });
  return new Response(body, { headers });
}
