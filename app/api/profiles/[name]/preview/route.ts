import { profileChangeRequestSchema, profileChangeResponseSchema } from "#lib/contract/versions.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeCloudProfile } from "#server/versions/change-cloud-profile.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";

/** Dry-runs a change of a CloudProfile with the user's own credential. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(profileChangeRequestSchema, profileChangeBodyLimits),
    limit: "mutation",
    effect: "preview",
    garden: "user",
    shows: "garden",
  },
  async (call) => {
    // Fails unless the fleet has been read: the effect on the clusters that use the CloudProfile is computed from it.
    call.app.fleet.requireRead();
    const { body, session, signal } = call;
    const change = { token: session.token, name: call.param("name"), body, signal, dryRun: true };
    return Response.json(profileChangeResponseSchema.parse(await changeCloudProfile(call.app, change)));
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
