import { oidcLoginRequestSchema } from "#lib/contract/session.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { anyone, json } from "#server/boundary/route-rule.ts";
import { beginLogin } from "#server/session/oidc/begin-login.ts";

/** Begins a sign-in at the identity provider. */
export const POST = handler(
  {
    access: anyone,
    body: json(oidcLoginRequestSchema),
    limit: "sign-in",
    effect: "session",
    audit: "sign-in-start",
    garden: "none",
    shows: "public",
  },
  beginLogin,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
