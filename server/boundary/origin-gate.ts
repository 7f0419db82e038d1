import "server-only";
import type { Decision } from "#lib/result.ts";
import { isLoopback } from "#server/config/loopback.ts";

export const originRejections = ["cross-site", "origin", "origin-missing", "header-missing", "host"] as const;

export type OriginRejection = (typeof originRejections)[number];

const accepted = { allowed: true } as const;
const refused = (reason: OriginRejection) => ({ allowed: false, reason }) as const;

/**
 * Whether a request comes from Almanac's own pages. A request that changes something must prove it: by Sec-Fetch-Site
 * or, where that is absent, by Origin, and always by a header that no form or link can send.
 */
export function validateOrigin(request: Request, publicOrigin: string | undefined): Decision<OriginRejection> {
  const host = request.headers.get("host");
  // Without a public origin the server listens on loopback, where a foreign host name means DNS rebinding.
  if (publicOrigin === undefined && host !== null && !isLoopbackHost(host)) return refused("host");

  const site = request.headers.get("sec-fetch-site");
  if (request.method === "GET" || request.method === "HEAD") {
    return site === null || site === "same-origin" || site === "none" ? accepted : refused("cross-site");
  }
  if (site !== null && site !== "same-origin") return refused("cross-site");
  const origin = request.headers.get("origin");
  if (origin === null && site === null) return refused("origin-missing");
  if (origin !== null && origin !== (publicOrigin ?? `http://${host}`)) return refused("origin");
  return request.headers.get("x-almanac") === "1" ? accepted : refused("header-missing");
}

function isLoopbackHost(host: string): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && isLoopback(url.hostname);
}
