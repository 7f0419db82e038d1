import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type ProblemError, toProblem } from "#server/boundary/problem.ts";
import { methods } from "#server/boundary/route-rule.ts";
import { PerSecondBudget } from "./per-second-budget.ts";
import { announcedBodySize } from "./receive-body.ts";
import securityHeaders from "./security-headers.json" with { type: "json" };

/**
 * Limits for reading unwanted request bodies to their end: if the connection were closed with unread data, the client
 * would not get the response. Only a few at a time, since reading costs as much as sending.
 */
const thrownAway = { bytes: 4 * 1024 * 1024, ms: 2_000, atOnce: 8, bytesASecond: 8 * 1024 * 1024 } as const;
let throwing = 0;
const pace = new PerSecondBudget(thrownAway.bytesASecond, () => performance.now());

/** Headers of all responses that do not come from Next.js. */
export const frontServerHeaders = {
  ...securityHeaders,
  "cache-control": "private, no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Sends a problem response without Next.js. A request body is discarded, and the connection then closed. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, error: ProblemError): void {
  const problem = toProblem(error, randomUUID());
  const text = JSON.stringify(problem);
  const body = announcedBodySize(request);
  const hasBody = body !== undefined;
  response.writeHead(problem.status, {
    ...frontServerHeaders,
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(text),
    "x-request-id": problem.requestId,
    ...(problem.retryAfterSeconds === undefined ? {} : { "retry-after": String(problem.retryAfterSeconds) }),
    ...(problem.status === 405 ? { allow: methods.join(", ") } : {}),
    ...(hasBody ? { connection: "close" } : {}),
  });
  if (body === undefined || !isWorthReading(request, body.bytes)) {
    // Stops reading: otherwise up to two megabytes would be read before the connection is closed.
    if (hasBody) request.socket.pause();
    response.end(text);
    return;
  }
  response.write(text);
  throwAway(request, () => response.end());
}

/** Discards what was received of a request body, and stops reading from the socket. */
export function discardBody(request: IncomingMessage): void {
  if (announcedBodySize(request) === undefined) return;
  const { socket } = request;
  socket.pause();
  // Node.js still reads the data that arrived together with the headers.
  setImmediate(() => {
    request.read();
    socket.pause();
  });
}

/** Whether to read the rest of a body: not with `Expect`, whose sender waits, nor a chunked one of unknown size. */
function isWorthReading(request: IncomingMessage, bytes: number): boolean {
  if (request.complete || request.headers.expect !== undefined || throwing >= thrownAway.atOnce) return false;
  return bytes > 0 && bytes <= thrownAway.bytes && pace.take(bytes);
}

function throwAway(request: IncomingMessage, done: () => void): void {
  throwing += 1;
  const enough = () => {
    throwing -= 1;
    clearTimeout(timer);
    request.off("close", enough).off("end", enough);
    done();
  };
  const timer = setTimeout(enough, thrownAway.ms);
  request.on("close", enough).on("end", enough).resume();
  // Paused by `discardBody` when the response was delayed.
  request.socket.resume();
}
