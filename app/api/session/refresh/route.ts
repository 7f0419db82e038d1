import { sessionRefreshRequestSchema } from "#lib/contract/session.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json } from "#server/boundary/route-rule.ts";
import { renewable, renewSession } from "#server/session/renew-session.ts";

/** Renews a session's token if due. */
export const POST = handler(
  {
    access: renewable,
    body: json(sessionRefreshRequestSchema),
    limit: "mutation",
    effect: "session",
    audit: "session-refresh",
    garden: "user",
    shows: "self",
  },
  renewSession,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
