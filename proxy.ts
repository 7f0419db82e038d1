import { type NextRequest, NextResponse } from "next/server";
import { parseGardenAddress } from "#lib/strings/garden-address.ts";
import { contentSecurityPolicy } from "#server/boundary/content-security-policy.ts";
import { gardenHeader } from "#server/garden/garden-header.ts";

/**
 * Sets nonce and content security policy of pages, and rewrites paths that begin with the name of a garden. It is not a
 * security boundary: pages and routes check the session themselves.
 */
export function proxy(request: NextRequest): NextResponse {
  const { nextUrl } = request;
  const { garden, path } = gardenAddress(nextUrl.pathname);
  const headers = new Headers(request.headers);
  // Removes headers of the client that only this server is allowed to set.
  headers.delete(gardenHeader);
  if (garden !== undefined) headers.set(gardenHeader, garden);
  // API routes set their own content security policy.
  if (garden !== undefined && /^\/api(\/|$)/.test(path)) return rewritten(request, { path, headers });
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  headers.set("x-nonce", nonce);
  // Next.js reads the nonce from this header and adds it to its scripts.
  headers.set("content-security-policy", policy);
  headers.set("x-almanac-path", `${nextUrl.pathname}${nextUrl.search}`);
  const response =
    garden === undefined ? NextResponse.next({ request: { headers } }) : rewritten(request, { path, headers });
  response.headers.set("content-security-policy", policy);
  if (process.env.PUBLIC_ORIGIN?.startsWith("https:")) {
    response.headers.set("strict-transport-security", "max-age=31536000");
  }
  return response;
}

/** With only one garden, paths do not contain its name. */
function gardenAddress(path: string): ReturnType<typeof parseGardenAddress> {
  const isOne = (process.env.GARDENS ?? "").trim() === "";
  return isOne ? { garden: undefined, path } : parseGardenAddress(path);
}

interface Inside {
  readonly path: string;
  readonly headers: Headers;
}

/** Redirects to another path of this server, never to another server. */
function rewritten({ nextUrl }: NextRequest, { path, headers }: Inside): NextResponse {
  const url = nextUrl.clone();
  url.pathname = path;
  return NextResponse.rewrite(url, { request: { headers } });
}

// Excludes API routes, which set their own policy, and static files.
export const config = { matcher: "/((?!api/|api$|livez$|readyz$|_next/static/).*)" };
