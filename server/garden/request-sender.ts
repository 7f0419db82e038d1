import "server-only";
import { setTimeout as timer } from "node:timers/promises";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import { errorFromAnswer, isJson, readText, warningTexts } from "./answer-body.ts";
import type { CredentialSource } from "./connection.ts";
import { badAnswer, errorFromFault, GardenError, type GardenErrorReason } from "./garden-error.ts";
import { requestUrl } from "./request-url.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

export interface Deadline {
  readonly headersMs: number;
  readonly overallMs: number;
}

/** Fixed paths of the API server that are no resource. */
interface RawTarget {
  readonly segments: readonly string[];
}

interface OpenRequest {
  readonly target: CollectionTarget | ObjectTarget | RawTarget;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly credential: CredentialSource;
  readonly signal?: AbortSignal | undefined;
  /** It changes nothing, so it is put once more when the garden was away for a moment. */
  readonly repeats: boolean;
}

interface CallRequest extends OpenRequest {
  readonly method: TransportRequest["method"];
  readonly body?: string;
  /** Of the body; `application/json` unless it is another one. */
  readonly contentType?: string;
  /** `application/json` unless another form of it is wanted. */
  readonly accept?: string;
  readonly deadline: Deadline;
  readonly limitBytes: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly warnings: readonly string[];
}

export type RequestSender = ReturnType<typeof createRequestSender>;

const errorBodyLimitBytes = 1024 * 1024;
/** However many people ask at once, a replica is no burden to the garden. Watches are few, and are not counted. */
const maxCallsAtOnce = 50;

/** What a test steers: deadlines, the wait before a repetition, and chance. */
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

/** These say that the garden was not there for a moment. A deadline that has passed leaves no time to ask again. */
const momentary: ReadonlySet<GardenErrorReason> = new Set(["unreachable", "unavailable"]);
const shortestPauseMs = 100;
/** A person waits: a garden that asks for more patience than this gets no second question. */
const longestRetryAfterSeconds = 2;

export function createRequestSender(server: string, transport: Transport, timing: SenderTiming = systemTiming) {
  const calls = new ConcurrencyLimit(maxCallsAtOnce);

  async function sent(request: OpenRequest & Partial<CallRequest>, signal: AbortSignal): Promise<TransportResponse> {
    const url = requestUrl(server, request.target, request.query);
    const { token, certificate } = await request.credential();
    return transport.send({
      method: request.method ?? "GET",
      url,
      // Built from nothing, so that no header of a browser's request can ever reach the garden.
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

  /** Sends a request and reads its whole answer within the deadline and the size limit. */
  async function call(request: CallRequest): Promise<RawAnswer> {
    const deadlineSignal = timing.deadlineSignal(request.deadline.overallMs);
    const signal = request.signal === undefined ? deadlineSignal : AbortSignal.any([request.signal, deadlineSignal]);
    const send = async () => {
      try {
        return await calls.run(() => answered(request, signal), signal);
      } catch (fault) {
        const aborted = request.signal?.aborted ?? false;
        throw errorFromFault(fault, { aborted, timedOut: deadlineSignal.aborted });
      }
    };
    return request.repeats ? orOnceMore(send, signal, timing) : send();
  }

  async function answered(request: CallRequest, signal: AbortSignal): Promise<RawAnswer> {
    const response = await sent(request, signal);
    const { status, headers, body } = response;
    const isSuccess = status >= 200 && status < 300;
    const text = await readText(body, isSuccess ? request.limitBytes : errorBodyLimitBytes);
    if (!isSuccess) throw errorFromAnswer(response, text);
    return { status, text, warnings: warningTexts(headers) };
  }

  /** Opens a stream that lives until it ends or the signal fires. */
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
        throw errorFromAnswer(response, await readText(response.body, errorBodyLimitBytes));
      }
      if (!isJson(response.headers)) {
        await response.body[Symbol.asyncIterator]().return?.();
        throw badAnswer("The garden answered a watch with something that is not JSON", { status: 200 });
      }
      return withGardenErrors(response.body, signal);
    } catch (fault) {
      throw errorFromFault(fault, { aborted: signal.aborted, timedOut: false });
    }
  }

  return { call, open };
}

/** Sends, and after a short, jittered wait once more when the garden was away. */
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
      throw fault; // Nobody waits any more, or there is no time left.
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
    throw errorFromFault(fault, { aborted: signal.aborted, timedOut: false });
  }
}
