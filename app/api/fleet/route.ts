import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";

/** Returns one row for each cluster that the user may see, and the cursor with which the event stream continues. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  async ({ app, session, request }) => app.snapshots.respond(request, await app.scopes.scopeOf(session.token)),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
