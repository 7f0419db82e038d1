import { oidcLoginRequestSchema } from "#lib/contract/session.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { anonymousAccess, jsonRequestBody } from "#server/boundary/route-rule.ts";
import { beginLogin } from "#server/session/oidc/begin-login.ts";

/** Begins an OIDC sign-in at the identity provider. */
export const POST = createGardenRoute(
  {
    access: anonymousAccess,
    body: jsonRequestBody(oidcLoginRequestSchema),
    limit: "sign-in",
    effect: "session",
    audit: "sign-in-start",
    garden: "none",
    shows: "public",
  },
  beginLogin,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
