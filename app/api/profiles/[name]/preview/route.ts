import { profileChangeRequestSchema, profileChangeResponseSchema } from "#lib/contract/versions.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeCloudProfile } from "#server/versions/change-cloud-profile.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";

/** Dry-runs a change of a CloudProfile with the user's own credential. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(profileChangeRequestSchema, profileChangeBodyLimits),
    limit: "mutation",
    effect: "preview",
    garden: "user",
    shows: "garden",
  },
  async (call) => {
    // Requires the fleet, so that the effect on clusters that use the profile can be checked.
    call.app.fleet.requireRead();
    const { body, session, signal } = call;
    const change = { token: session.token, name: call.param("name"), body, signal, dryRun: true };
    return Response.json(profileChangeResponseSchema.parse(await changeCloudProfile(call.app, change)));
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
