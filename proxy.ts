import { type NextRequest, NextResponse } from "next/server";
import { readGardenAddress } from "#lib/strings/garden-address.ts";
import { contentSecurityPolicy } from "#server/boundary/content-security-policy.ts";
import { gardenHeader } from "#server/garden/garden-header.ts";

/**
 * Gives every page its nonce and its content security policy, and serves the address of a garden as the page or the answer
 * that it is in any garden. It is no boundary: pages and routes each check the session themselves, whether or not this ran.
 */
export function proxy(request: NextRequest): NextResponse {
  const { nextUrl } = request;
  const { garden, path } = gardenAddress(nextUrl.pathname);
  const headers = new Headers(request.headers);
  // Whatever a client says of it itself is not believed.
  headers.delete(gardenHeader);
  if (garden !== undefined) headers.set(gardenHeader, garden);
  // Routes set their own policy.
  if (garden !== undefined && /^\/api(\/|$)/.test(path)) return rewritten(request, { path, headers });
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  headers.set("x-nonce", nonce);
  // Next reads the nonce from here and puts it on its own scripts.
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

/** Where there is only one garden, no address names it. */
function gardenAddress(path: string): ReturnType<typeof readGardenAddress> {
  const isOne = (process.env.GARDENS ?? "").trim() === "";
  return isOne ? { garden: undefined, path } : readGardenAddress(path);
}

interface Inside {
  readonly path: string;
  readonly headers: Headers;
}

/** Another path of this server, never another server. */
function rewritten({ nextUrl }: NextRequest, { path, headers }: Inside): NextResponse {
  const url = nextUrl.clone();
  url.pathname = path;
  return NextResponse.rewrite(url, { request: { headers } });
}

// Routes set their own policy, and static files are not documents.
export const config = { matcher: "/((?!api/|api$|livez$|readyz$|_next/static/).*)" };
