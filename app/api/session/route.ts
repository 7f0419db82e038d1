import { signInRequestSchema } from "#lib/contract/session.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { anonymousAccess, jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { beginSession } from "#server/session/begin-session.ts";
import { endSession } from "#server/session/end-session.ts";
import { toSessionView } from "#server/session/to-session-view.ts";

/** Returns the signed-in user and the time at which the session ends. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "self" },
  async ({ app, session }) => Response.json(await toSessionView(app, session)),
);

/** Signs in. */
export const POST = createGardenRoute(
  {
    access: anonymousAccess,
    body: jsonRequestBody(signInRequestSchema),
    limit: "sign-in",
    effect: "session",
    audit: "sign-in",
    garden: "user",
    shows: "self",
  },
  beginSession,
);

/** Signs the user out, even if the session has ended already. */
export const DELETE = createGardenRoute(
  {
    access: anonymousAccess,
    body: noRequestBody,
    limit: "mutation",
    effect: "session",
    audit: "sign-out",
    garden: "user",
    shows: "self",
  },
  endSession,
);

export const { PUT, PATCH, OPTIONS } = createMethodRejections("GET, HEAD, POST, DELETE");
