import { sessionRefreshRequestSchema } from "#lib/contract/session.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody } from "#server/boundary/route-rule.ts";
import { renewableSessionAccess, renewSession } from "#server/session/renew-session.ts";

/** Renews the session's token if the token is about to expire. */
export const POST = createGardenRoute(
  {
    access: renewableSessionAccess,
    body: jsonRequestBody(sessionRefreshRequestSchema),
    limit: "mutation",
    effect: "session",
    audit: "session-refresh",
    garden: "user",
    shows: "self",
  },
  renewSession,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
