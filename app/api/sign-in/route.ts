import { signInOptionsSchema } from "#lib/contract/session.ts";
import { anyone, nothing } from "#server/http/create-handler.ts";
import { handler, notAllowed } from "#server/http/handler.ts";
import { signInOptions } from "#server/session/sign-in-options.ts";

/** What the sign-in page offers. */
export const GET = handler({ access: anyone, body: nothing, limit: "read" }, ({ app }) =>
  Response.json(signInOptionsSchema.parse(signInOptions(app))),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
