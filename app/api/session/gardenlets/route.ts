import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { serveGardenlets } from "#server/session/serve-gardenlets.ts";

/** Returns how many Seeds run which release of the gardenlet, as far as the user may list Seeds. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "garden" },
  serveGardenlets,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
