import { stagedRunChangeSchema, stagedRunsSchema } from "#lib/contract/staged/staged-runs.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeStagedRuns } from "#server/staged-runs/change-staged-runs.ts";
import { listStagedRuns, listStagedRunsOfProject } from "#server/staged-runs/list-staged-runs.ts";

/** Lists the staged runs of all projects of the caller, or those of the project of the query parameter `project`. */
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
    const runs =
      project === null
        ? await listStagedRuns(app, session)
        : await listStagedRunsOfProject(app, session, { project, signal });
    return createVisibleJsonResponse(stagedRunsSchema.parse(runs));
  },
);

/** Makes one change of a run: drives, notes progress, approves, goes on, stops or deletes. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(stagedRunChangeSchema),
    limit: "mutation",
    effect: "write",
    audit: "staged-run",
    garden: "user and shared",
    shows: "scope",
  },
  changeStagedRuns,
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
