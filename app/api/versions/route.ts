import { versionsSchema } from "#lib/contract/versions.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { listProfiles } from "#server/versions/list-profiles.ts";

/** Lists the CloudProfiles visible to the user, with their Kubernetes and machine image versions. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  async ({ app, session }) => {
    app.fleet.requireRead();
    return Response.json(versionsSchema.parse(await listProfiles(app, session.token)));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
