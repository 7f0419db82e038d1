import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type ProblemError, toProblem } from "#server/boundary/problem.ts";
import { methods } from "#server/boundary/route-rule.ts";
import { PerSecondBudget } from "./per-second-budget.ts";
import { announcedBody } from "./receive-body.ts";
import securityHeaders from "./security-headers.json" with { type: "json" };

/**
 * Limits for reading and discarding unwanted bodies, so that the sender gets the response: closing with unread bytes
 * resets the connection, and the response would be lost. Only a few at a time: reading costs as much as sending, and
 * leaves garbage of which V8 lets a hundred megabytes accumulate.
 */
const thrownAway = { bytes: 4 * 1024 * 1024, ms: 2_000, atOnce: 8, bytesASecond: 8 * 1024 * 1024 } as const;
let throwing = 0;
const pace = new PerSecondBudget(thrownAway.bytesASecond, () => performance.now());

/** Headers of all responses that the front door sends itself. */
export const ownHeaders = {
  ...securityHeaders,
  "cache-control": "private, no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Answers with a problem, without Next. A body is discarded, and the connection is then closed. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, error: ProblemError): void {
  const problem = toProblem(error, randomUUID());
  const text = JSON.stringify(problem);
  const body = announcedBody(request);
  const hasBody = body !== undefined;
  response.writeHead(problem.status, {
    ...ownHeaders,
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(text),
    "x-request-id": problem.requestId,
    ...(problem.retryAfterSeconds === undefined ? {} : { "retry-after": String(problem.retryAfterSeconds) }),
    ...(problem.status === 405 ? { allow: methods.join(", ") } : {}),
    ...(hasBody ? { connection: "close" } : {}),
  });
  if (body === undefined || !isWorthReading(request, body.bytes)) {
    // Stops reading; up to two megabytes would be read before the connection is closed.
    if (hasBody) request.socket.pause();
    response.end(text);
    return;
  }
  response.write(text);
  throwAway(request, () => response.end());
}

/** Discards what has been received of the body, and reads no more until the socket is resumed. */
export function discardBody(request: IncomingMessage): void {
  if (announcedBody(request) === undefined) return;
  const { socket } = request;
  socket.pause();
  // Node still reads what arrived together with the headers.
  setImmediate(() => {
    request.read();
    socket.pause();
  });
}

/** Clients that send Expect have not sent a body yet, and chunked bodies can have any size. */
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
  // Paused by discardBody if the response was delayed.
  request.socket.resume();
}
