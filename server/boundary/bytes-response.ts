import "server-only";

const chunkBytes = 64 * 1024;

/**
 * Answers with bytes that others are answered with too. A Response copies what it is made of; here each reader takes
 * piece after piece as it goes, so that five hundred readers of a megabyte hold one megabyte.
 */
export function bytesResponse(bytes: Uint8Array, headers: Headers): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.byteLength) controller.enqueue(bytes.subarray(at, at + chunkBytes));
      at += chunkBytes;
      if (at >= bytes.byteLength) controller.close();
    },
  });
  return new Response(body, { headers });
}

/** Answers with texts one after the other, each encoded when the reader gets there: nobody holds all of them twice. */
export function textsResponse(texts: Iterable<string>, headers: Headers): Response {
  const left = texts[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      let piece = "";
      while (piece.length < chunkBytes) {
        const { done, value } = left.next();
        if (done) {
          if (piece !== "") controller.enqueue(Buffer.from(piece));
          controller.close();
          return;
        }
        piece += value;
      }
      controller.enqueue(Buffer.from(piece));
    },
  });
  return new Response(body, { headers });
}
