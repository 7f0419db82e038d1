import "server-only";

const chunkLength = 64 * 1024;

/** Answers with texts one after the other, each encoded when the reader gets there: nobody holds all of them twice. */
export function textsResponse(texts: Iterable<string>, headers: Headers): Response {
  const left = texts[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      let piece = "";
      while (piece.length < chunkLength) {
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
