import { clusterTemplateChangeRequestSchema, clusterTemplatesSchema } from "#lib/contract/cluster-templates.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeTemplate } from "#server/cluster-templates/change-template.ts";
import { listTemplates } from "#server/cluster-templates/list-templates.ts";

/** Lists the caller's templates of clusters, and those of the project of the query parameter `project`. */
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
    const project = new URL(request.url).searchParams.get("project") ?? undefined;
    const templates = await listTemplates(app, session, { project, signal });
    return createVisibleJsonResponse(clusterTemplatesSchema.parse(templates));
  },
);

/** Makes one change: saves, changes or deletes a template. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(clusterTemplateChangeRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "cluster-template",
    garden: "user and shared",
    shows: "scope",
  },
  changeTemplate,
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
