import { versionsSchema } from "#lib/contract/versions.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { listProfiles } from "#server/versions/list-profiles.ts";

/** Lists the profiles visible to the user, with their versions. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  async ({ app, session }) => {
    app.fleet.requireRead();
    return Response.json(versionsSchema.parse(await listProfiles(app, session.token)));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
