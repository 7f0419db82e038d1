import { projectChangeSchema, projectSchema } from "#lib/contract/project/projects.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeProject } from "#server/projects/change-project.ts";
import { readProject } from "#server/projects/read-project.ts";

/** Returns a project with its members, and what the user is allowed to do with it. */
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
    const name = param("project");
    const project = await readProject(app, { token: session.token, name, signal });
    return createVisibleJsonResponse(projectSchema.parse(project));
  },
);

/** Changes or deletes a project with the user's own credential. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(projectChangeSchema),
    limit: "mutation",
    effect: "write",
    audit: "change-project",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, param, body, note, signal }) => {
    const name = param("project");
    note({ project: name, change: body.kind });
    await changeProject(app, { token: session.token, name, change: body, signal });
    return Response.json({});
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
