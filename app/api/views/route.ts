import { viewChangeRequestSchema, viewsSchema } from "#lib/contract/views.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeView } from "#server/views/change-view.ts";
import { listViews } from "#server/views/list-views.ts";

/** Lists the caller's saved views, and the saved views of projects visible to the caller. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, signal }) =>
    createVisibleJsonResponse(viewsSchema.parse(await listViews(app, session, signal))),
);

/** Makes one change: saves, changes or deletes a view, or sets the default of the clusters list. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(viewChangeRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "saved-view",
    garden: "user and shared",
    shows: "scope",
  },
  changeView,
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
