import { serviceAccountChangeSchema, serviceAccountsSchema } from "#lib/contract/project/service-accounts.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeServiceAccount } from "#server/projects/change-service-account.ts";
import { listServiceAccounts } from "#server/projects/list-service-accounts.ts";

/** Lists the service accounts of a project with their roles. */
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
    const request = { token: session.token, name: param("project"), signal };
    return createVisibleJsonResponse(serviceAccountsSchema.parse(await listServiceAccounts(app, request)));
  },
);

/** Creates, describes, deletes or resets a service account with the user's own credential. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(serviceAccountChangeSchema),
    limit: "mutation",
    effect: "write",
    audit: "change-service-account",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, param, body, note, signal }) => {
    const name = param("project");
    note({ project: name, account: body.name, change: body.kind });
    await changeServiceAccount(app, { token: session.token, name, change: body, signal });
    return Response.json({});
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
