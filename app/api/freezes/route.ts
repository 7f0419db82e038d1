import { freezeChangeRequestSchema, freezesSchema } from "#lib/contract/freeze/freezes.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeFreeze } from "#server/freezes/change-freeze.ts";
import { listFreezes, listFreezesOfProject } from "#server/freezes/list-freezes.ts";

/** Lists the freeze periods of all projects of the caller, or those of the project of the query parameter `project`. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, request, signal }) => {
    const project = new URL(request.url).searchParams.get("project");
    const freezes =
      project === null
        ? await listFreezes(app, session)
        : await listFreezesOfProject(app, session, { project, signal });
    return createVisibleJsonResponse(freezesSchema.parse(freezes));
  },
);

/** Makes one change: saves, changes or deletes a freeze period. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(freezeChangeRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "freeze",
    garden: "user and shared",
    shows: "scope",
  },
  changeFreeze,
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
