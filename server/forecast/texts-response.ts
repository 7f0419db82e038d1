import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { runCharged } from "#server/processor-time/time-slices.ts";

const chunkLength = 64 * 1024;

/** Streams texts, each encoded when the reader pulls it, so that they are not in memory twice. */
export function textsResponse(texts: Iterable<string>, headers: Headers): Response {
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
  // The stream pulls from another async context; bind it, so that the work is charged to the requesting user.
  const pull = AsyncLocalStorage.bind((controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { piece, isLast } = runCharged(nextPiece);
    if (piece.byteLength > 0) controller.enqueue(piece);
    if (isLast) controller.close();
  });
  const body = new ReadableStream<Uint8Array>({ pull });
  return new Response(body, { headers });
}
