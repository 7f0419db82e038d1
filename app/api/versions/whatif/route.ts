import { whatIfRequestSchema, whatIfResponseSchema } from "#lib/contract/versions.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedInAccess } from "#server/boundary/route-rule.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";
import { tryProfileChange } from "#server/versions/try-profile-change.ts";

/** Returns the effect of a CloudProfile change on the clusters visible to the user. Writes nothing. */
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
    return Response.json(
      whatIfResponseSchema.parse(await tryProfileChange(app, { token: session.token, body, signal })),
    );
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
