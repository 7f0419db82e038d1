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
