/** What the proxy does to a request or response. */
export type ProxyDisturbance =
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

export interface ProxyRule {
  /** Matched against `GET /path?query Bearer token`. */
  readonly on: RegExp;
  readonly fault: ProxyDisturbance;
  /** Share of the matching requests that are disturbed, from 0 to 1; all if missing. */
  readonly share?: number;
}

/** An error response of the API server, with a metav1.Status. */
export function errorResponse(
  status: number,
  reason: string,
  { retryAfterSeconds, details }: RefusalMore = {},
): ProxyDisturbance {
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

/** The ERROR event with which a watch ends. */
export function errorEvent(code: number, reason: string): string {
  return JSON.stringify({ type: "ERROR", object: statusObject(code, reason) });
}

function statusObject(code: number, reason: string, details: object = {}) {
  const message = `made up: ${reason}`;
  return { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message, details };
}

export const serverErrorResponse = errorResponse(500, "InternalError");
export const forbiddenResponse = errorResponse(403, "Forbidden");
export const unavailableResponse = errorResponse(503, "ServiceUnavailable");
/** A response with status 200 and an empty body. */
export const emptyResponse: ProxyDisturbance = {
  kind: "answer",
  status: 200,
  headers: { "content-type": "application/json" },
};
export const neverAnswered: ProxyDisturbance = { kind: "hang" };

/** The response of kube-apiserver to a resourceVersion that is newer than its latest one. */
export const futureVersionResponse = errorResponse(504, "Timeout", {
  retryAfterSeconds: 1,
  details: {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds: 1,
  },
});
