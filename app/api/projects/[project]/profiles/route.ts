import { projectProfileChangeSchema, projectProfilesSchema } from "#lib/contract/project-profiles.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { deleteProjectProfile, editProjectProfile } from "#server/projects/change-project-profile.ts";
import { listProjectProfiles } from "#server/projects/list-project-profiles.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";

/** Lists the NamespacedCloudProfiles of a project, and what the user is allowed to do with them. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, param, signal }) => {
    const request = { token: session.token, name: param("project"), signal };
    return createVisibleJsonResponse(projectProfilesSchema.parse(await listProjectProfiles(app, request)));
  },
);

/** Creates, changes or deletes a NamespacedCloudProfile with the user's own credential. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(projectProfileChangeSchema, profileChangeBodyLimits),
    limit: "mutation",
    effect: "write",
    audit: "change-project-profile",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, param, body, note, signal }) => {
    const name = param("project");
    note({ project: name, profile: body.name, change: body.kind });
    const request = { token: session.token, name, signal };
    if (body.kind === "delete") {
      await deleteProjectProfile(app, { ...request, change: body });
      return Response.json({});
    }
    return Response.json(await editProjectProfile(app, { ...request, change: body, dryRun: false }));
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
