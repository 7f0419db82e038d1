import { comparedEndsResponseSchema, whatIfRequestSchema, whatIfResponseSchema } from "#lib/contract/versions.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedInAccess } from "#server/boundary/route-rule.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";
import { compareProfileEnds, tryProfileChange } from "#server/versions/try-profile-change.ts";

/** Returns the effect of a CloudProfile change on the clusters visible to the user, or compares ends. Writes nothing. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(whatIfRequestSchema, profileChangeBodyLimits),
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
        ? whatIfResponseSchema.parse(await tryProfileChange(app, tried))
        : comparedEndsResponseSchema.parse(await compareProfileEnds(app, { ...tried, ends: body.ends })),
    );
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
