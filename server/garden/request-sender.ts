import "server-only";
import { setTimeout as timer } from "node:timers/promises";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import type { CredentialSource } from "./connection.ts";
import { GardenError, type GardenErrorReason, invalidResponseError, toGardenError } from "./garden-error.ts";
import { requestUrl } from "./request-url.ts";
import { errorFromResponse, isJson, readText, warningTexts } from "./response-body.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

export interface Deadline {
  readonly headersMs: number;
  readonly overallMs: number;
}

/** A path of the API server that is no resource, such as `/version`. */
interface RawTarget {
  readonly segments: readonly string[];
}

interface OpenRequest {
  readonly target: CollectionTarget | ObjectTarget | RawTarget;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly credential: CredentialSource;
  readonly signal?: AbortSignal | undefined;
  /** Whether to retry once after a short outage; only for requests that change nothing. */
  readonly repeats: boolean;
  /** Defaults to `application/json`. */
  readonly accept?: string;
}

interface CallRequest extends OpenRequest {
  readonly method: TransportRequest["method"];
  readonly body?: string;
  /** Content type of the body; defaults to `application/json`. */
  readonly contentType?: string;
  readonly deadline: Deadline;
  readonly limitBytes: number;
}

export interface GardenTextResponse {
  readonly status: number;
  readonly text: string;
  readonly warnings: readonly string[];
}

export type RequestSender = ReturnType<typeof createRequestSender>;

const errorBodyLimitBytes = 1024 * 1024;
/** Maximum of concurrent requests with one sender. Watches are not counted. */
const maxCallsAtOnce = 50;

/** Deadlines, the wait before a retry, and randomness, which tests replace. */
export interface SenderTiming {
  readonly deadlineSignal: (ms: number) => AbortSignal;
  /** Resolves after `ms`; rejects when the signal fires. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  readonly random: () => number;
}

const systemTiming: SenderTiming = {
  deadlineSignal: AbortSignal.timeout,
  pause: (ms, signal) => timer(ms, undefined, { signal }),
  random: Math.random,
};

/** Errors of a short outage, after which a request is repeated. An exceeded deadline leaves no time for that. */
const momentary: ReadonlySet<GardenErrorReason> = new Set(["unreachable", "unavailable"]);
const shortestPauseMs = 100;
/** A user is waiting: no retry if the API server's Retry-After is longer than this. */
const longestRetryAfterSeconds = 2;

/**
 * Sends requests to one API server.
 *
 * @param calls limits how many run concurrently; the time in which a request waits for its turn counts to its deadline
 */
export function createRequestSender(
  server: string,
  transport: Transport,
  timing: SenderTiming = systemTiming,
  calls: Pick<ConcurrencyLimit, "run"> = new ConcurrencyLimit(maxCallsAtOnce),
) {
  async function sent(request: OpenRequest & Partial<CallRequest>, signal: AbortSignal): Promise<TransportResponse> {
    const url = requestUrl(server, request.target, request.query);
    const { token, certificate } = await request.credential();
    return transport.send({
      method: request.method ?? "GET",
      url,
      // Headers are not copied from the browser's request, so that none can reach the API server.
      headers: {
        accept: request.accept ?? "application/json",
        "user-agent": "almanac",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(request.body !== undefined && { "content-type": request.contentType ?? "application/json" }),
      },
      body: request.body,
      certificate: token === undefined ? certificate : undefined,
      headersTimeoutMs: request.deadline?.headersMs,
      signal,
    });
  }

  /** Sends a request and reads the complete response within the deadline and the size limit. */
  async function call(request: CallRequest): Promise<GardenTextResponse> {
    const deadlineSignal = timing.deadlineSignal(request.deadline.overallMs);
    const signal = request.signal === undefined ? deadlineSignal : AbortSignal.any([request.signal, deadlineSignal]);
    const send = async () => {
      try {
        return await calls.run(() => answered(request, signal), signal);
      } catch (fault) {
        const aborted = request.signal?.aborted ?? false;
        throw toGardenError(fault, { aborted, timedOut: deadlineSignal.aborted });
      }
    };
    return request.repeats ? orOnceMore(send, signal, timing) : send();
  }

  async function answered(request: CallRequest, signal: AbortSignal): Promise<GardenTextResponse> {
    const response = await sent(request, signal);
    const { status, headers, body } = response;
    const isSuccess = status >= 200 && status < 300;
    const text = await readText(body, isSuccess ? request.limitBytes : errorBodyLimitBytes);
    if (!isSuccess) throw errorFromResponse(response, text);
    return { status, text, warnings: warningTexts(headers) };
  }

  /** Opens a streamed response that lasts until the API server ends it or the signal fires. */
  function open(request: OpenRequest): Promise<AsyncIterable<Uint8Array>> {
    const send = () => opened(request);
    return request.repeats ? orOnceMore(send, request.signal, timing) : send();
  }

  async function opened(request: OpenRequest): Promise<AsyncIterable<Uint8Array>> {
    const signal = request.signal ?? new AbortController().signal;
    try {
      signal.throwIfAborted();
      const response = await sent(request, signal);
      if (response.status !== 200) {
        throw errorFromResponse(response, await readText(response.body, errorBodyLimitBytes));
      }
      if (request.accept === undefined && !isJson(response.headers)) {
        await response.body[Symbol.asyncIterator]().return?.();
        throw invalidResponseError("The garden answered a watch with something that is not JSON", { status: 200 });
      }
      return withGardenErrors(response.body, signal);
    } catch (fault) {
      throw toGardenError(fault, { aborted: signal.aborted, timedOut: false });
    }
  }

  return { call, open };
}

/** Sends a request, and repeats it once after a short random wait if the API server was unavailable. */
async function orOnceMore<Answered>(
  send: () => Promise<Answered>,
  signal: AbortSignal | undefined,
  { pause, random }: SenderTiming,
): Promise<Answered> {
  try {
    return await send();
  } catch (fault) {
    if (!(fault instanceof GardenError) || !isWorthRepeating(fault) || signal?.aborted) throw fault;
    const waitMs = Math.max(shortestPauseMs * (1 + 2 * random()), (fault.retryAfterSeconds ?? 0) * 1000);
    try {
      await pause(waitMs, signal);
    } catch {
      throw fault; // The caller is gone, or there is no time left.
    }
    return send();
  }
}

function isWorthRepeating({ reason, retryAfterSeconds = 0 }: GardenError): boolean {
  return momentary.has(reason) && retryAfterSeconds <= longestRetryAfterSeconds;
}

async function* withGardenErrors(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (fault) {
    throw toGardenError(fault, { aborted: signal.aborted, timedOut: false });
  }
}
