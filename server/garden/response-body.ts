import "server-only";
import type { IncomingHttpHeaders } from "undici/types/header.js";
import { isKubeStatus } from "#lib/kube/wire.ts";
import {
  errorFromCode,
  errorFromStatus,
  type GardenError,
  invalidResponseError,
  retryAfterSeconds,
  tooLargeAnswerError,
} from "./garden-error.ts";
import type { TransportResponse } from "./transport.ts";

/** Reads a response body as text; throws if it exceeds `limitBytes`. */
export async function readText(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > limitBytes) throw tooLargeAnswerError(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes).toString("utf8");
}

export function parseJson(text: string, status: number): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw invalidResponseError("The garden's answer is not JSON", { status, cause });
  }
}

/** The error of a response with a status other than 2xx. */
export function errorFromResponse(response: TransportResponse, text: string): GardenError {
  const { status, headers } = response;
  if (status < 400)
    return invalidResponseError(`The garden answered with a redirect or an unknown status (${status})`, { status });
  const retryAfter = retryAfterSeconds(single(headers["retry-after"]));
  if (!isJson(headers)) return errorFromCode(status, retryAfter);
  const body = parsedOrUndefined(text);
  return isKubeStatus(body)
    ? errorFromStatus({ ...body, code: status }, retryAfter)
    : errorFromCode(status, retryAfter);
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A truncated body adds nothing to the status code.
  }
}

export function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json\b/i.test(single(headers["content-type"]) ?? "");
}

const maxWarnings = 20;

/** The texts of `Warning: 299 - "…"` headers, which kubectl prints and admission plugins send. */
export function warningTexts(headers: IncomingHttpHeaders): readonly string[] {
  const value = headers.warning;
  const lines = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return lines
    .flatMap((line) => [...line.matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? ""))
    .map((text) => text.replace(/\\(.)/g, "$1").slice(0, 1024))
    .slice(0, maxWarnings);
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
