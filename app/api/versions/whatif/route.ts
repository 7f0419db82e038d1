import { comparedEndsResponseSchema, whatIfRequestSchema, whatIfResponseSchema } from "#lib/contract/versions.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";
import { compareProfileEnds, simulateProfileChange } from "#server/versions/simulate-profile-change.ts";

/** Effect of a CloudProfile change on the clusters visible to the user, or of several expiry dates. Writes nothing. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(whatIfRequestSchema, profileChangeBodyLimits),
    limit: "mutation",
    effect: "preview",
    garden: "shared",
    shows: "scope",
    work: "export",
  },
  async ({ app, session, body, signal }) => {
    app.fleet.requireRead();
    const tried = { token: session.token, body, signal };
    return Response.json(
      body.ends === undefined
        ? whatIfResponseSchema.parse(await simulateProfileChange(app, tried))
        : comparedEndsResponseSchema.parse(await compareProfileEnds(app, { ...tried, ends: body.ends })),
    );
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
