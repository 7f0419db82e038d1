import { signInRequestSchema } from "#lib/contract/session.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { anyone, json, nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { beginSession } from "#server/session/begin-session.ts";
import { endSession } from "#server/session/end-session.ts";
import { toSessionView } from "#server/session/to-session-view.ts";

/** Returns the user and the end of the session. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user", shows: "self" },
  async ({ app, session }) => Response.json(await toSessionView(app, session)),
);

/** Signs in. */
export const POST = handler(
  {
    access: anyone,
    body: json(signInRequestSchema),
    limit: "sign-in",
    effect: "session",
    audit: "sign-in",
    garden: "user",
    shows: "self",
  },
  beginSession,
);

/** Signs out, also from a session that has ended already. */
export const DELETE = handler(
  {
    access: anyone,
    body: nothing,
    limit: "mutation",
    effect: "session",
    audit: "sign-out",
    garden: "user",
    shows: "self",
  },
  endSession,
);

export const { PUT, PATCH, OPTIONS } = notAllowed("GET, HEAD, POST, DELETE");
