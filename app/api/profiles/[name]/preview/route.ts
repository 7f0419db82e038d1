import { profileChangeBody, profileChangedSchema } from "#lib/contract/versions.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedIn } from "#server/boundary/route-rule.ts";
import { changeCloudProfile } from "#server/versions/change-cloud-profile.ts";
import { largestProfileChange } from "#server/versions/largest-profile-change.ts";

/** Dry-runs a change of a CloudProfile with the user's own credential. */
export const POST = handler(
  {
    access: signedIn,
    body: json(profileChangeBody, largestProfileChange),
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
    return Response.json(profileChangedSchema.parse(await changeCloudProfile(call.app, change)));
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
