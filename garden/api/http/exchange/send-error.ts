import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../../errors/api-error.ts";

/** Runs a request handler. Errors become a metav1.Status response; an unread request body is discarded. */
export async function respondSafely(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    sendError(response, error);
  } finally {
    // An unread body would block the next request of the connection.
    if (!request.complete) request.resume();
  }
}

/** Sends an error as metav1.Status. Errors other than ApiError become a 500 response without details. */
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
