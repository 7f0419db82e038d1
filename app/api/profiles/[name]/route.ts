import { profileChangeRequestSchema, profileChangeResponseSchema } from "#lib/contract/versions.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeCloudProfile } from "#server/versions/change-cloud-profile.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";
import { readCloudProfile } from "#server/versions/read-cloud-profile.ts";

/** Returns one CloudProfile, read from the garden at request time with the user's own credential. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "garden" },
  async (call) => {
    const request = { token: call.session.token, name: call.param("name"), signal: call.signal };
    return Response.json(await readCloudProfile(call.app, request));
  },
);

/** Changes the CloudProfile with the user's own credential, provided that its resourceVersion is still the one read. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(profileChangeRequestSchema, profileChangeBodyLimits),
    limit: "mutation",
    effect: "write",
    audit: "profile-change",
    garden: "user",
    shows: "garden",
  },
  async (call) => {
    const { body, session, signal } = call;
    const name = call.param("name");
    call.note({ profile: name, uid: body.uid, resourceVersion: body.resourceVersion });
    const change = { token: session.token, name, body, signal, dryRun: false };
    return Response.json(profileChangeResponseSchema.parse(await changeCloudProfile(call.app, change)));
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
