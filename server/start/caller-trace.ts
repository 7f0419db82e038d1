import "server-only";
import type { IncomingHttpHeaders } from "node:http";

/**
 * The trace that a request is a part of, where a trusted proxy says so (TRUSTED_PROXY_HOPS). From anybody else it counts
 * for nothing: whoever sends it could choose what is kept. Which form it must have, is for whoever reads it.
 */
export function callerTrace(headers: IncomingHttpHeaders, trustedHops: number): string | undefined {
  const { traceparent, "x-forwarded-for": forwarded } = headers;
  if (trustedHops === 0 || typeof traceparent !== "string" || forwarded === undefined) return undefined;
  const chain = String(forwarded).split(",");
  // A shorter one took another way, around a proxy.
  return chain.length >= trustedHops ? traceparent : undefined;
}
