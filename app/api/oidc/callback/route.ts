import { oidcCallbackRequestSchema } from "#lib/contract/session.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { anonymousAccess, jsonRequestBody } from "#server/boundary/route-rule.ts";
import { finishLogin } from "#server/session/oidc/finish-login.ts";

/** Completes an OIDC sign-in with the query parameters of the identity provider's redirect. */
export const POST = createGardenRoute(
  {
    access: anonymousAccess,
    body: jsonRequestBody(oidcCallbackRequestSchema),
    limit: "sign-in",
    effect: "session",
    audit: "sign-in",
    garden: "user",
    shows: "public",
  },
  finishLogin,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
