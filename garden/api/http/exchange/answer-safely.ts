import type { IncomingMessage, ServerResponse } from "node:http";
import { sendError } from "./send-error.ts";

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
