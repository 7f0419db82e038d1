import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { serveGardenCounts } from "#server/garden-counts/serve-garden-counts.ts";

/** Counts the clusters visible to the user, or matching a search, and what they face. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  serveGardenCounts,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
