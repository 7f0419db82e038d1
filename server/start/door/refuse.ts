import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type ProblemError, toProblem } from "../../boundary/problem.ts";
import { methods } from "../../boundary/route-rule.ts";
import { announcedBody } from "./receive-body.ts";

/** What is thrown away of a body that nobody wants, so that whoever sends it comes to read why. */
const thrownAway = { bytes: 4 * 1024 * 1024, ms: 2_000 } as const;

/** Said with everything that the front door answers by itself. */
export const ownHeaders = {
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Answers with a problem, without Next. Where there is a body, none of it is kept, and the connection is closed. */
export function refuse(request: IncomingMessage, response: ServerResponse, error: ProblemError): void {
  const problem = toProblem(error, randomUUID());
  const text = JSON.stringify(problem);
  const hasBody = announcedBody(request) !== undefined;
  response.writeHead(problem.status, {
    ...ownHeaders,
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(text),
    "x-request-id": problem.requestId,
    ...(problem.retryAfterSeconds === undefined ? {} : { "retry-after": String(problem.retryAfterSeconds) }),
    ...(problem.status === 405 ? { allow: methods.join(", ") } : {}),
    ...(hasBody ? { connection: "close" } : {}),
  });
  // Who asks first whether to send it has not sent any.
  if (!hasBody || request.complete || request.headers.expect !== undefined) {
    response.end(text);
    return;
  }
  // To close with bytes unread is to reset, and what was answered would be lost on its way.
  response.write(text);
  throwAway(request, () => response.end());
}

function throwAway(request: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const enough = () => {
    clearTimeout(timer);
    request.off("data", count).off("close", enough).off("end", enough);
    done();
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > thrownAway.bytes) enough();
  };
  const timer = setTimeout(enough, thrownAway.ms);
  request.on("data", count).on("close", enough).on("end", enough);
}
