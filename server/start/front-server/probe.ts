import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ProblemError } from "#server/boundary/problem.ts";
import { ownHeaders } from "./send-problem.ts";

/** Returns the text lines of a probe's response, or throws a ProblemError for a negative one. */
export type Probe = () => string | Promise<string>;

interface Answering {
  readonly probe: Probe;
  readonly turnAway: (request: IncomingMessage, response: ServerResponse, error: ProblemError) => void;
}

/** Answers a probe without Next and without queueing, ahead of all other requests. */
export async function serveProbe(
  request: IncomingMessage,
  response: ServerResponse,
  { probe, turnAway }: Answering,
): Promise<void> {
  try {
    const text = await probe();
    const headers = {
      ...ownHeaders,
      "content-type": "text/plain;charset=UTF-8",
      "content-length": Buffer.byteLength(text),
      "x-request-id": randomUUID(),
    };
    response.writeHead(200, headers).end(text);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    turnAway(request, response, error);
  }
}
