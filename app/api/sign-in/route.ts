import { signInOptionsSchema } from "#lib/contract/session.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { anonymousAccess, noRequestBody } from "#server/boundary/route-rule.ts";
import { signInOptions } from "#server/session/sign-in-options.ts";

/** Returns the sign-in methods that this Almanac offers. */
export const GET = createGardenRoute(
  { access: anonymousAccess, body: noRequestBody, limit: "read", effect: "read", garden: "none", shows: "public" },
  ({ app }) => Response.json(signInOptionsSchema.parse(signInOptions(app))),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
