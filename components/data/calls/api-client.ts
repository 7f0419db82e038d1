import * as z from "zod/mini";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import { type Problem, problemSchema } from "#lib/contract/problem.ts";
import { currentLanguage } from "#lib/language/language-bundle.ts";
import { languageHeader } from "#lib/language/languages.ts";
import { text } from "#lib/language/text.ts";
import { pathInGarden } from "../address/garden-here.ts";
import { ApiProblem } from "./api-problem.ts";
import { renewSession } from "./session-renewal.ts";

// zod compiles schemas with `new Function`, which our content security policy forbids.
z.config({ jitless: true });

/**
 * Maximum number of concurrent reads. Over HTTP/1.1 a browser allows six connections per host, and a table may request
 * data for each row: a hundred requests started at once blocked a page for half a second.
 */
const reads = new ConcurrencyLimit(6);

const readTimeoutMs = 20_000;
const writeTimeoutMs = 30_000;

interface Call<Schema extends z.ZodMiniType> {
  readonly schema: Schema;
  readonly signal?: AbortSignal;
}

export function getJson<Schema extends z.ZodMiniType>(path: string, call: Call<Schema>): Promise<z.infer<Schema>> {
  return reads.run(() => send(path, { ...call, init: { method: "GET" }, timeoutMs: readTimeoutMs }), call.signal);
}

export function postJson<Schema extends z.ZodMiniType>(
  path: string,
  call: Call<Schema> & { readonly body: unknown },
): Promise<z.infer<Schema>> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", "x-almanac": "1" },
    body: JSON.stringify(call.body),
  };
  return send(path, { ...call, init, timeoutMs: writeTimeoutMs });
}

export async function getText(path: string, signal: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(readTimeoutMs);
  const response = await fetchChecked(path, { method: "GET" }, AbortSignal.any([signal, timeout]));
  return response.text();
}

/** Yields the lines of a response, each as soon as it is complete. */
export async function* getLines(path: string, signal: AbortSignal): AsyncGenerator<string, void> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)]);
  const { body } = await fetchChecked(path, { method: "GET" }, either);
  if (body === null) return;
  let begun = "";
  try {
    for await (const text of chunksOf(body.pipeThrough(new TextDecoderStream()))) {
      const lines = (begun + text).split("\n");
      begun = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    throw signal.aborted ? error : networkProblem(error);
  }
  if (begun !== "") yield begun;
}

/** Yields the chunks of a stream. Not every browser supports async iteration of streams. */
async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string, void> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Sends a DELETE whose response may have a body. */
export function deleteJson<Schema extends z.ZodMiniType>(path: string, call: Call<Schema>): Promise<z.infer<Schema>> {
  const init = { method: "DELETE", headers: { "x-almanac": "1" } };
  return send(path, { ...call, init, timeoutMs: writeTimeoutMs });
}

interface Sending<Schema extends z.ZodMiniType> extends Call<Schema> {
  readonly init: RequestInit;
  readonly timeoutMs: number;
}

async function send<Schema extends z.ZodMiniType>(
  path: string,
  { schema, signal, init, timeoutMs }: Sending<Schema>,
): Promise<z.infer<Schema>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetchChecked(path, init, signal ? AbortSignal.any([signal, timeout]) : timeout);
  const parsed = schema.safeParse(await bodyOf(response));
  if (parsed.success) return parsed.data;
  throw createInvalidResponseError(path, parsed.error);
}

/** Returns the error for a response that does not match its schema. */
export function createInvalidResponseError(path: string, cause: unknown): ApiProblem {
  const detail = text(
    "The answer of {path} is not of the agreed form; this page may be of another version than the server.",
    { path },
  );
  return new ApiProblem({ reason: "internal", detail }, undefined, { cause });
}

/** Fetches; renews an expired session token and retries once, which is safe: the refused request had no effect. */
async function fetchChecked(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const response = await fetchOnce(path, init, signal);
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.fault.reason !== "session-expired") throw problem;
  const renewal = await renewSession(true);
  if (renewal !== "renewed" && renewal !== "kept") throw problem;
  const second = await fetchOnce(path, init, signal);
  if (second.ok) return second;
  throw await problemOf(second);
}

async function fetchOnce(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(languageHeader, currentLanguage());
  return fetch(pathInGarden(path), { ...init, headers, signal, credentials: "same-origin", cache: "no-store" }).catch(
    (error: unknown) => {
      throw signal.aborted && !isTimeout(signal.reason) ? error : networkProblem(error);
    },
  );
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

function networkProblem(error: unknown): ApiProblem {
  return isTimeout(error)
    ? new ApiProblem({ reason: "timeout", detail: text("No answer came in time.") }, undefined, { cause: error })
    : new ApiProblem({ reason: "unreachable", detail: text("Almanac's server cannot be reached.") }, undefined, {
        cause: error,
      });
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return response.json().catch((error: unknown) => {
    throw isTimeout(error)
      ? networkProblem(error)
      : new ApiProblem({ reason: "internal" }, undefined, { cause: error });
  });
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return new ApiProblem(toError(parsed.data), parsed.data);
  // The body may come from a proxy, so only the status code is reliable.
  return new ApiProblem({
    reason: "internal",
    detail: text("The server answered {status} without saying why.", { status: response.status }),
  });
}

function toError({ reason, detail, title, gardenMessage, gardenWhole, requestId }: Problem) {
  const words = {
    ...(gardenMessage !== undefined && { gardenMessage }),
    ...(gardenWhole !== undefined && { gardenWhole }),
  };
  return { reason, detail: detail ?? title, requestId, ...words };
}
