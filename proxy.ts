import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "#server/boundary/content-security-policy.ts";

/**
 * Gives every page its nonce and its content security policy. It is no boundary: pages and routes each check the session
 * themselves, whether or not this ran.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Next reads the nonce from here and puts it on its own scripts.
  headers.set("content-security-policy", policy);
  headers.set("x-almanac-path", `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  if (process.env.PUBLIC_ORIGIN?.startsWith("https:")) {
    response.headers.set("strict-transport-security", "max-age=31536000");
  }
  return response;
}

// Routes set their own policy, and static files are not documents.
export const config = { matcher: "/((?!api/|api$|livez$|readyz$|_next/static/).*)" };
