import "server-only";
import type { IncomingHttpHeaders } from "undici/types/header.js";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import { errorFromAnswer, isJson, readText, warningTexts } from "./answer-body.ts";
import type { Credential, CredentialSource } from "./connection.ts";
import { badAnswer, errorFromFault } from "./garden-error.ts";
import { requestUrl } from "./request-url.ts";
import type { Transport, TransportRequest } from "./transport.ts";

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
  readonly traceparent?: string | undefined;
}

interface CallRequest extends OpenRequest {
  readonly method: TransportRequest["method"];
  readonly body?: string;
  readonly contentType?: string;
  /** `application/json` unless another form of it is wanted. */
  readonly accept?: string;
  readonly deadline: Deadline;
  readonly limitBytes: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly warnings: readonly string[];
}

export interface RequestSender {
  /** Sends a request and reads its whole answer within the deadline and the size limit. */
  call(request: CallRequest): Promise<RawAnswer>;
  /** Opens a stream that lives until it ends or the signal fires. */
  open(request: OpenRequest): Promise<AsyncIterable<Uint8Array>>;
}

const errorBodyLimitBytes = 1024 * 1024;
/** However many people ask at once, a replica is no burden to the garden. Watches are few, and are not counted. */
const maxCallsAtOnce = 50;

export function createRequestSender(
  server: string,
  transport: Transport,
  deadlineSignal: (ms: number) => AbortSignal = AbortSignal.timeout,
): RequestSender {
  const calls = new ConcurrencyLimit(maxCallsAtOnce);

  async function call(request: CallRequest): Promise<RawAnswer> {
    const { deadline, target, query } = request;
    const url = requestUrl(server, target, query);
    const timer = deadlineSignal(deadline.overallMs);
    const signal = request.signal === undefined ? timer : AbortSignal.any([request.signal, timer]);
    try {
      return await calls.run(() => answered(request, url, signal), signal);
    } catch (fault) {
      throw errorFromFault(fault, { aborted: request.signal?.aborted ?? false, timedOut: timer.aborted });
    }
  }

  async function answered(request: CallRequest, url: URL, signal: AbortSignal): Promise<RawAnswer> {
    const credential = await request.credential();
    const response = await transport.send({
      method: request.method,
      url,
      headers: outboundHeaders(credential, request),
      body: request.body,
      certificate: certificateOf(credential),
      headersTimeoutMs: request.deadline.headersMs,
      signal,
    });
    const isSuccess = response.status >= 200 && response.status < 300;
    const text = await readText(response.body, isSuccess ? request.limitBytes : errorBodyLimitBytes);
    if (!isSuccess) throw errorFromAnswer(response, text);
    return { status: response.status, headers: response.headers, text, warnings: warningTexts(response.headers) };
  }

  async function open(request: OpenRequest): Promise<AsyncIterable<Uint8Array>> {
    const url = requestUrl(server, request.target, request.query);
    const signal = request.signal ?? new AbortController().signal;
    try {
      signal.throwIfAborted();
      const credential = await request.credential();
      const response = await transport.send({
        method: "GET",
        url,
        headers: outboundHeaders(credential, request),
        certificate: certificateOf(credential),
        signal,
      });
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

/** Built from nothing, so that no header of a browser's request can ever reach the garden. */
function outboundHeaders(
  { token }: Credential,
  request: { body?: string; contentType?: string; accept?: string; traceparent?: string | undefined },
): Readonly<Record<string, string>> {
  return {
    accept: request.accept ?? "application/json",
    "user-agent": "almanac",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(request.body === undefined ? {} : { "content-type": request.contentType ?? "application/json" }),
    ...(request.traceparent === undefined ? {} : { traceparent: request.traceparent }),
  };
}

function certificateOf(credential: Credential): TransportRequest["certificate"] {
  return credential.token === undefined ? credential.certificate : undefined;
}

async function* withGardenErrors(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (fault) {
    throw errorFromFault(fault, { aborted: signal.aborted, timedOut: false });
  }
}
