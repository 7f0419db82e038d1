import { lastVisitRequestSchema } from "#lib/contract/last-visit.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readLastVisit, recordLastVisit } from "#server/last-visit/read-last-visit.ts";

/** Returns the changes since the caller's last visit. With the query parameter `line`: the clusters of one change. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "calendar",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  readLastVisit,
);

/** Records that the caller visits the overview, or has seen the listed changes. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(lastVisitRequestSchema),
    limit: "calendar",
    effect: "write",
    audit: "visit",
    garden: "user and shared",
    shows: "scope",
  },
  recordLastVisit,
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
