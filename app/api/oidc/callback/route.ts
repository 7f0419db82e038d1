import { oidcCallbackRequestSchema } from "#lib/contract/session.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { anyone, json } from "#server/boundary/route-rule.ts";
import { finishLogin } from "#server/session/oidc/finish-login.ts";

/** Completes a sign-in with the query of the identity provider's redirect. */
export const POST = handler(
  {
    access: anyone,
    body: json(oidcCallbackRequestSchema),
    limit: "sign-in",
    effect: "session",
    audit: "sign-in",
    garden: "user",
    shows: "public",
  },
  finishLogin,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
