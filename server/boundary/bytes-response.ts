import "server-only";

const chunkBytes = 64 * 1024;

/**
 * A response whose bytes are shared with other responses. `new Response(bytes)` would copy them; this stream is read
 * chunk by chunk, so that five hundred readers of a megabyte use one megabyte.
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
