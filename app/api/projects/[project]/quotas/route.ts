import { projectQuotasSchema } from "#lib/contract/project/projects.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readProjectQuotas } from "#server/projects/read-project-quotas.ts";

/** Returns the limits of a project, how much of them is used, and by which clusters. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "accounts",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, param, signal }) => {
    const request = { token: session.token, name: param("project"), signal };
    return createVisibleJsonResponse(projectQuotasSchema.parse(await readProjectQuotas(app, request)));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
