/** What a garden, or what stands in front of it, may do to one request. */
export type Fault =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Not even headers come. */
  | { readonly kind: "hang" }
  | { readonly kind: "late"; readonly ms: number }
  | { readonly kind: "slow"; readonly bytesPerSecond: number }
  /** What becomes of each line of a watch; undefined drops it. */
  | { readonly kind: "lines"; readonly change: (line: string) => string | undefined };

export interface FaultRule {
  /** Read against `GET /path?query Bearer token`. */
  readonly on: RegExp;
  readonly fault: Fault;
  /** How many of the requests meet it, 0 to 1; all of them when missing. */
  readonly share?: number;
}

/** An answer of the API server that says why there is none. */
export function errorResponse(status: number, reason: string, { retryAfterSeconds, details }: RefusalMore = {}): Fault {
  const retry: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "retry-after": `${retryAfterSeconds}` };
  return {
    kind: "answer",
    status,
    headers: { "content-type": "application/json", ...retry },
    body: JSON.stringify(statusObject(status, reason, details)),
  };
}

interface RefusalMore {
  readonly retryAfterSeconds?: number;
  readonly details?: object;
}

/** The event with which a watch says that it cannot go on. */
export function errorEvent(code: number, reason: string): string {
  return JSON.stringify({ type: "ERROR", object: statusObject(code, reason) });
}

function statusObject(code: number, reason: string, details: object = {}) {
  const message = `made up: ${reason}`;
  return { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message, details };
}

export const serverError = errorResponse(500, "InternalError");
export const forbiddenResponse = errorResponse(403, "Forbidden");
export const unavailable = errorResponse(503, "ServiceUnavailable");
/** 200 and not a byte. */
export const nothingAtAll: Fault = { kind: "answer", status: 200, headers: { "content-type": "application/json" } };
export const hang: Fault = { kind: "hang" };

/** A version that this garden has not come to yet, as kube-apiserver says it. */
export const versionTooLarge = errorResponse(504, "Timeout", {
  retryAfterSeconds: 1,
  details: {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds: 1,
  },
});
