import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { serveGardenCounts } from "#server/garden-counts/serve-garden-counts.ts";

/** Returns numbers of clusters: all that the user may see, or those matching a search, and how many need attention. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  serveGardenCounts,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
