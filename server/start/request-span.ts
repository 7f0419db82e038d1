import "server-only";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Tracing } from "#server/tracing/tracing.ts";
import { routeLabel } from "./route-label.ts";

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly trustedHops: number;
}

/** Begins a request's trace span, which ends with the response or an opened stream. Run the handler within the span. */
export function requestSpan(tracing: Tracing, { request, response, trustedHops }: Exchange) {
  const { method = "", url = "" } = request;
  const [pathname = ""] = url.split("?", 1);
  const route = routeLabel(pathname);
  const span = tracing.begin(`${method} ${route}`, {
    kind: "server",
    isRoot: true,
    caller: callerTrace(request.headers, trustedHops),
    facts: { "http.request.method": method, "http.route": route },
  });
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    const { statusCode } = response;
    span.note({ "http.response.status_code": statusCode });
    if (statusCode >= 500) span.fail(String(statusCode));
    span.end();
  };
  response.once("close", end);
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    if (name.toLowerCase() === "content-type" && String(value).startsWith("text/event-stream")) end();
    return setHeader(name, value);
  };
  return span;
}

/**
 * The traceparent header of the request, if trusted proxies are configured (TRUSTED_PROXY_HOPS). Otherwise any client
 * could decide which traces are stored.
 */
function callerTrace(headers: IncomingHttpHeaders, trustedHops: number): string | undefined {
  const { traceparent, "x-forwarded-for": forwarded } = headers;
  if (trustedHops === 0 || typeof traceparent !== "string" || forwarded === undefined) return undefined;
  const chain = String(forwarded).split(",");
  // With fewer X-Forwarded-For entries than trusted proxies, the request bypassed a proxy.
  return chain.length >= trustedHops ? traceparent : undefined;
}
