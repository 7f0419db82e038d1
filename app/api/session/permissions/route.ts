import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { servePermissions } from "#server/session/serve-permissions.ts";

/** Returns the user's permissions in the garden and in the project of the query parameter `project`. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "scope" },
  servePermissions,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
