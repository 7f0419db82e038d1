import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";

/** Returns every row visible to the user, with the cursor from which to continue with the stream. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  async ({ app, session, request }) => app.snapshots.respond(request, await app.scopes.scopeOf(session.token)),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
