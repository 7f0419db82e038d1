import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../../errors/api-error.ts";

/** Answers a request whatever happens: what is thrown becomes a Status, and a body that nobody read is passed over. */
export async function answerSafely(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    sendError(response, error);
  } finally {
    // A body that nobody read would keep the connection from its next request.
    if (!request.complete) request.resume();
  }
}

/** Answers with the metav1.Status of a refusal; what is none is our own failure, and said so without its details. */
export function sendError(response: ServerResponse, error: unknown): void {
  const refusal = error instanceof ApiError ? error : internalError(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const text = JSON.stringify(refusal.status);
  response.writeHead(refusal.status.code, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...refusal.headers,
  });
  response.end(text);
}

function internalError(error: unknown): ApiError {
  console.error("the embedded garden failed to answer:", error);
  return new ApiError(500, "InternalError", "an error on the server has prevented the request from succeeding");
}
