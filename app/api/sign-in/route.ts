import { type SignInOptions, signInOptionsSchema } from "#lib/contract/session.ts";
import { anyone, nothing } from "#server/http/create-handler.ts";
import { handler, notAllowed } from "#server/http/handler.ts";

/** What the sign-in page offers. */
export const GET = handler({ access: anyone, body: nothing, limit: "read" }, ({ app }) => {
  const options: SignInOptions = {
    garden: app.gardenSummary,
    token: true,
    demoIdentities: app.demoLogins.map(({ name, displayName, description }) => ({ name, displayName, description })),
  };
  return Response.json(signInOptionsSchema.parse(options));
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
