import { createMethodRejections, createProcessRoute } from "#server/app/handler.ts";
import { anonymousAccess, noRequestBody } from "#server/boundary/route-rule.ts";
import { serveLanguageScript } from "#server/language/language-script.ts";

/** Returns all UI messages of a language as a script that a page loads before its own scripts. */
export const GET = createProcessRoute(
  { access: anonymousAccess, body: noRequestBody, limit: "read", effect: "read", garden: "none", shows: "public" },
  ({ param, request }) => serveLanguageScript(param("language"), request),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
