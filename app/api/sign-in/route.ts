import { signInOptionsSchema } from "#lib/contract/session.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { anyone, nothing } from "#server/boundary/route-rule.ts";
import { signInOptions } from "#server/session/sign-in-options.ts";

/** Returns the sign-in methods. */
export const GET = handler(
  { access: anyone, body: nothing, limit: "read", effect: "read", garden: "none", shows: "public" },
  ({ app }) => Response.json(signInOptionsSchema.parse(signInOptions(app))),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
