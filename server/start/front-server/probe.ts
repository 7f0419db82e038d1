import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ProblemError } from "#server/boundary/problem.ts";
import { frontServerHeaders } from "./send-problem.ts";

/** Returns the text of a health probe's response, or throws a ProblemError when the check fails. */
export type Probe = () => string | Promise<string>;

interface Answering {
  readonly probe: Probe;
  readonly turnAway: (request: IncomingMessage, response: ServerResponse, error: ProblemError) => void;
}

/** Answers a health probe without Next.js, before all waiting requests. */
export async function serveProbe(
  request: IncomingMessage,
  response: ServerResponse,
  { probe, turnAway }: Answering,
): Promise<void> {
  try {
    const text = await probe();
    const headers = {
      ...frontServerHeaders,
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
