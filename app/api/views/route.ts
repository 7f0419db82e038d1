import { viewChangeRequestSchema, viewsSchema } from "#lib/contract/views.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { changeView } from "#server/views/change-view.ts";
import { listViews } from "#server/views/list-views.ts";

/** Lists the caller's saved views, and those of projects visible to the caller. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user and shared", shows: "scope" },
  async ({ app, session, signal }) => visibleJson(viewsSchema.parse(await listViews(app, session, signal))),
);

/** Makes one change: saves, changes or deletes a view, or sets the default of the clusters list. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(viewChangeRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "saved-view",
    garden: "user and shared",
    shows: "scope",
  },
  changeView,
);

export const { PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD, POST");
