import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedIn } from "#server/boundary/route-rule.ts";
import { describePermissions } from "#server/session/describe-permissions.ts";

/** Returns the user's permissions in the garden and in `?project=`. */
export const GET = handler(
  { access: signedIn, body: nothing, limit: "read", effect: "read", garden: "user", shows: "scope" },
  describePermissions,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
