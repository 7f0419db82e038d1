import { viewChangeSchema, viewsSchema } from "#lib/contract/views.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, nothing, signedIn } from "#server/boundary/route-rule.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { changeView } from "#server/views/change-view.ts";
import { listViews } from "#server/views/list-views.ts";

/** The caller's own saved views, and those of the projects that the caller sees. */
export const GET = handler(
  { access: signedIn, body: nothing, limit: "read", effect: "read", garden: "user and shared", shows: "scope" },
  async ({ app, session, signal }) => visibleJson(viewsSchema.parse(await listViews(app, session, signal))),
);

/** One change: saves, changes or deletes a view, or says what the list of clusters opens with. */
export const POST = handler(
  {
    access: signedIn,
    body: json(viewChangeSchema),
    limit: "mutation",
    effect: "write",
    audit: "saved-view",
    garden: "user and shared",
    shows: "scope",
  },
  changeView,
);

export const { PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD, POST");
