import { projectProfileSchema } from "#lib/contract/project-profiles.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readProjectProfile } from "#server/projects/read-project-profile.ts";

/** Returns one NamespacedCloudProfile, read from the garden at request time with the user's own credential. */
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
    const request = { token: session.token, name: param("project"), profile: param("name"), signal };
    return createVisibleJsonResponse(projectProfileSchema.parse(await readProjectProfile(app, request)));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
