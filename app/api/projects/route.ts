import { createdProjectSchema, newProjectSchema, projectsSchema } from "#lib/contract/project/projects.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { createProject } from "#server/projects/create-project.ts";
import { listProjects } from "#server/projects/list-projects.ts";

/** Lists the projects that the user sees. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session }) => createVisibleJsonResponse(projectsSchema.parse(await listProjects(app, session.token))),
);

/** Creates a project with the user's own credential. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(newProjectSchema),
    limit: "mutation",
    effect: "write",
    audit: "create-project",
    garden: "user",
    shows: "self",
  },
  async ({ app, session, body, note, signal }) => {
    note({ project: body.name });
    const created = await createProject(app, { token: session.token, wanted: body, signal });
    return Response.json(createdProjectSchema.parse(created), { status: 201 });
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
