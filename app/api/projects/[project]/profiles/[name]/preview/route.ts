import { projectProfileEditSchema } from "#lib/contract/project/project-profiles.ts";
import { profileChangeResponseSchema } from "#lib/contract/versions.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { editProjectProfile } from "#server/projects/change-project-profile.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";

/** Creates or changes a NamespacedCloudProfile as a dry run, with the user's own credential. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(projectProfileEditSchema, profileChangeBodyLimits),
    limit: "mutation",
    effect: "preview",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, param, body, signal }) => {
    const change = { ...body, name: param("name") };
    const request = { token: session.token, name: param("project"), change, signal, dryRun: true };
    return Response.json(profileChangeResponseSchema.parse(await editProjectProfile(app, request)));
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
