import "server-only";
import type { KubeStatus, KubeStatusCause } from "#lib/kube/object.ts";

/** Why a request to the garden's API server failed. Code must decide by this reason and not by error texts. */
export const gardenErrorReasons = [
  /** Almanac's configuration forbids the request or lacks something, so none was sent. */
  "configuration",
  /** The request was malformed, according to Almanac or to the API server (status 400). */
  "bad-request",
  "unreachable",
  "timeout",
  /** The caller aborted the request. */
  "aborted",
  "unauthorized",
  "forbidden",
  "not-found",
  "method-not-allowed",
  "not-acceptable",
  "conflict",
  "already-exists",
  /** The resourceVersion or continue token is too old. */
  "expired",
  /** The requested resourceVersion is newer than any version of the API server. */
  "version-too-large",
  "request-too-large",
  "unsupported-media-type",
  "invalid",
  "too-many-requests",
  "internal",
  "unavailable",
  /** The response is not one of the Kubernetes API: HTML, a redirect, truncated or oversized JSON. */
  "bad-answer",
] as const;

export type GardenErrorReason = (typeof gardenErrorReasons)[number];

/** Reasons after which it is not known whether the garden has done what it was asked. */
const uncertainReasons: ReadonlySet<GardenErrorReason> = new Set<GardenErrorReason>([
  ...(["timeout", "aborted", "unreachable"] as const),
  ...(["unavailable", "internal", "bad-answer"] as const),
]);

/** Whether it is not known that the garden has not done what it was asked: it gave no answer, or none that says so. */
export function isOutcomeUncertain(reason: GardenErrorReason): boolean {
  return uncertainReasons.has(reason);
}

type GardenErrorFacts = Pick<GardenError, "reason" | "message"> &
  Partial<Pick<GardenError, "status" | "statusReason" | "gardenMessage" | "causes" | "retryAfterSeconds" | "cause">>;

/**
 * A failed request to the garden's API server. `message` never contains a URL, token or header; `gardenMessage` is the
 * API server's own message, if it sent one.
 */
export class GardenError extends Error {
  override readonly name = "GardenError";
  readonly reason: GardenErrorReason;
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** The `reason` field of the API server's Status object; undefined when the response has none. */
  readonly statusReason: string | undefined;
  readonly gardenMessage: string | undefined;
  readonly causes: readonly KubeStatusCause[];
  readonly retryAfterSeconds: number | undefined;

  /** Compares by name, because Next.js loads a separate copy of this class for pages, routes and the start script. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "GardenError";
  }

  constructor(facts: GardenErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.reason = facts.reason;
    this.status = facts.status;
    this.statusReason = facts.statusReason;
    this.gardenMessage = facts.gardenMessage;
    this.causes = facts.causes ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

const reasonOfStatusReason: Readonly<Record<string, GardenErrorReason>> = {
  BadRequest: "bad-request",
  Unauthorized: "unauthorized",
  Forbidden: "forbidden",
  NotFound: "not-found",
  MethodNotAllowed: "method-not-allowed",
  NotAcceptable: "not-acceptable",
  AlreadyExists: "already-exists",
  Conflict: "conflict",
  Gone: "expired",
  Expired: "expired",
  RequestEntityTooLarge: "request-too-large",
  UnsupportedMediaType: "unsupported-media-type",
  Invalid: "invalid",
  TooManyRequests: "too-many-requests",
  InternalError: "internal",
  ServerTimeout: "timeout",
  Timeout: "timeout",
  ServiceUnavailable: "unavailable",
};

const reasonOfCode: Readonly<Record<number, GardenErrorReason>> = {
  400: "bad-request",
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  405: "method-not-allowed",
  406: "not-acceptable",
  409: "conflict",
  410: "expired",
  413: "request-too-large",
  415: "unsupported-media-type",
  422: "invalid",
  429: "too-many-requests",
  500: "internal",
  502: "unavailable",
  503: "unavailable",
  504: "timeout",
};

/** Creates an error from a metav1.Status: the body of a response, or an ERROR event of a watch. */
export function errorFromStatus(status: Partial<KubeStatus>, retryAfterHeader?: number): GardenError {
  const { code, details } = status;
  const causes = Array.isArray(details?.causes) ? details.causes : [];
  const reason = causes.some((cause) => cause?.reason === "ResourceVersionTooLarge")
    ? "version-too-large"
    : (ownEntry(reasonOfStatusReason, status.reason) ?? reasonOfHttpCode(code));
  return new GardenError({
    reason,
    status: code,
    statusReason: status.reason,
    message: status.message ?? `The garden answered ${code ?? "with an error"}`,
    gardenMessage: status.message,
    causes,
    retryAfterSeconds: retryAfterHeader ?? positive(details?.retryAfterSeconds),
  });
}

/** Creates an error from an HTTP status alone, for a response whose body is no Status, such as a proxy's error page. */
export function errorFromCode(code: number, retryAfterHeader?: number): GardenError {
  return new GardenError({
    reason: reasonOfHttpCode(code),
    status: code,
    message: `The garden answered ${code} without saying why`,
    retryAfterSeconds: retryAfterHeader,
  });
}

/** The error for a response that no Kubernetes API server would send. */
export function invalidResponseError(message: string, facts: { status?: number; cause?: unknown } = {}): GardenError {
  return new GardenError({ reason: "bad-answer", message, status: facts.status, cause: facts.cause });
}

/** Cause of the error for an answer that is larger than its limit. */
class AnswerTooLargeError extends RangeError {
  override readonly name = "AnswerTooLargeError";
}

/** The error for a response that was not read to its end, because it is larger than `limitBytes`. */
export function tooLargeAnswerError(limitBytes: number): GardenError {
  const message = `The garden's answer is larger than ${limitBytes} bytes`;
  return invalidResponseError(message, { cause: new AnswerTooLargeError(message) });
}

export function isAnswerTooLarge({ cause }: GardenError): boolean {
  return cause instanceof Error && cause.name === "AnswerTooLargeError";
}

interface ErrorContext {
  /** Whether the caller aborted the request. */
  readonly aborted: boolean;
  /** Whether Almanac's own deadline for the request has passed. */
  readonly timedOut: boolean;
}

const timeoutCodes = new Set([
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "ETIMEDOUT",
]);
const answerCodes = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_)/;

/** The promise's result, or the reason of its GardenError if that is one of `reasons`. */
export async function resultOrReason<Value, Reason extends GardenErrorReason>(
  asked: Promise<Value>,
  ...reasons: readonly Reason[]
): Promise<Value | Reason> {
  try {
    return await asked;
  } catch (error) {
    const reason = error instanceof GardenError ? reasons.find((each) => each === error.reason) : undefined;
    if (reason !== undefined) return reason;
    throw error;
  }
}

/** The error for a request or response that failed on the network. A GardenError is returned unchanged. */
export function toGardenError(fault: unknown, context: ErrorContext): GardenError {
  if (fault instanceof GardenError) return fault;
  if (context.aborted) return new GardenError({ reason: "aborted", message: "The call was given up", cause: fault });
  const code = errorCode(fault);
  if (context.timedOut || (code !== undefined && timeoutCodes.has(code))) {
    return new GardenError({ reason: "timeout", message: "The garden did not answer in time", cause: fault });
  }
  if (code !== undefined && answerCodes.test(code)) {
    return invalidResponseError(`The garden's answer could not be read (${code})`, { cause: fault });
  }
  const message = `The garden cannot be reached${code === undefined ? "" : ` (${code})`}`;
  return new GardenError({ reason: "unreachable", message, cause: fault });
}

/** Seconds from a Retry-After header. Its date form is not used by Kubernetes and is ignored. */
export function retryAfterSeconds(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header) ? positive(Number(header)) : undefined;
}

function errorCode(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  if ("code" in fault && typeof fault.code === "string") return fault.code;
  return fault.cause === fault ? undefined : errorCode(fault.cause);
}

function reasonOfHttpCode(code: number | undefined): GardenErrorReason {
  if (code === undefined) return "internal";
  const known = reasonOfCode[code];
  if (known !== undefined) return known;
  if (code >= 500) return "internal";
  return code >= 400 ? "bad-request" : "bad-answer";
}

function ownEntry<Value>(table: Readonly<Record<string, Value>>, key: string | undefined): Value | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}
