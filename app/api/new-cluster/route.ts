import { newClusterChoicesSchema, newClusterRequestSchema, newClusterSchema } from "#lib/contract/new-cluster.ts";
import { text } from "#lib/language/text.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { createCluster } from "#server/creation/create-cluster.ts";
import { draftBodyLimits } from "#server/creation/creation-context.ts";
import { readChoices } from "#server/creation/read-choices.ts";

/** Returns what a new cluster of the project of the query parameter `project` can have. */
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
    if (project === null) throw new ProblemError("invalid-request", { detail: text("The project is missing.") });
    // The windows of other clusters, by which a window is proposed, are known once all clusters were read.
    app.fleet.requireRead();
    const choices = await readChoices(app, { token: session.token, project, signal });
    return createVisibleJsonResponse(newClusterChoicesSchema.parse(choices));
  },
);

/** Creates a cluster with the user's own credential. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(newClusterRequestSchema, draftBodyLimits),
    limit: "mutation",
    effect: "write",
    audit: "create-cluster",
    garden: "user",
    shows: "scope",
  },
  async ({ app, session, body, note, signal }) => {
    note({ project: body.project });
    const created = await createCluster(app, { token: session.token, ...body, signal });
    note({ cluster: `${created.project}/${created.name}`, uid: created.uid });
    return Response.json(newClusterSchema.parse(created), { status: 201 });
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
