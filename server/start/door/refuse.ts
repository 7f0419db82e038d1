import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type ProblemError, toProblem } from "#server/boundary/problem.ts";
import { methods } from "#server/boundary/route-rule.ts";
import { EachSecond } from "./each-second.ts";
import { announcedBody } from "./receive-body.ts";
import securityHeaders from "./security-headers.json" with { type: "json" };

/**
 * What is thrown away of bodies that nobody wants, so that whoever sends one comes to read why: to close with bytes unread is
 * to reset, and what was answered would be lost on its way. Of a few at a time: to read costs as much as to be sent, and what
 * was read is garbage of which V8 lets a hundred megabytes lie.
 */
const thrownAway = { bytes: 4 * 1024 * 1024, ms: 2_000, atOnce: 8, bytesASecond: 8 * 1024 * 1024 } as const;
let throwing = 0;
const pace = new EachSecond(thrownAway.bytesASecond, () => performance.now());

/** Said with everything that the front door answers by itself. */
export const ownHeaders = {
  ...securityHeaders,
  "cache-control": "private, no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Answers with a problem, without Next. Where there is a body, none of it is kept, and the connection is closed. */
export function refuse(request: IncomingMessage, response: ServerResponse, error: ProblemError): void {
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
    // Two megabytes would be read until the connection is closed.
    if (hasBody) request.socket.pause();
    response.end(text);
    return;
  }
  response.write(text);
  throwAway(request, () => response.end());
}

/** Drops what has come of the body until now, and reads no more of it until the socket is resumed. */
export function holdNothingOf(request: IncomingMessage): void {
  if (announcedBody(request) === undefined) return;
  const { socket } = request;
  socket.pause();
  // Node still reads what came together with the headers.
  setImmediate(() => {
    request.read();
    socket.pause();
  });
}

/** Who asks first whether to send it has not sent any, and in chunks anything can come. */
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
  // It was paused when the answer had to wait: see holdNothingOf.
  request.socket.resume();
}
