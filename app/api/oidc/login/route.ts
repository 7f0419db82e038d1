import { oidcLoginBody } from "#lib/contract/session.ts";
import { anyone, json } from "#server/http/create-handler.ts";
import { handler, notAllowed } from "#server/http/handler.ts";
import { beginLogin } from "#server/session/oidc/begin-login.ts";

/** Begins a sign-in at the identity provider. */
export const POST = handler(
  { access: anyone, body: json(oidcLoginBody), limit: "sign-in", effect: "session", audit: "sign-in-start" },
  beginLogin,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
