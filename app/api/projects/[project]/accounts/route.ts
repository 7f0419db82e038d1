import { accountChangeSchema, accountsSchema } from "#lib/contract/project/accounts.ts";
import { changeAccount, recordedChange } from "#server/accounts/change-account.ts";
import { listAccounts } from "#server/accounts/list-accounts.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";

/** Lists the accounts of a project: bindings, Secrets for DNS, and WorkloadIdentities; never values of Secrets. */
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
    return createVisibleJsonResponse(accountsSchema.parse(await listAccounts(app, request)));
  },
);

/** Creates, updates or deletes an account with the user's own credential. The response holds nothing. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(accountChangeSchema),
    limit: "mutation",
    effect: "write",
    audit: "change-account",
    garden: "user and shared",
    shows: "scope",
    digested: recordedChange,
  },
  async ({ app, session, param, body, note, signal }) => {
    const name = param("project");
    note({ project: name, account: "account" in body ? body.account.name : body.name, change: body.kind });
    await changeAccount(app, { token: session.token, name, change: body, signal });
    return Response.json({}, { headers: { "cache-control": "no-store" } });
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
