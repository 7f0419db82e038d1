import { lastVisitRequestSchema } from "#lib/contract/last-visit.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { readLastVisit, recordLook } from "#server/last-visit/read-last-visit.ts";

/** Returns the changes since the caller's last visit; `line` returns the clusters of one change. */
export const GET = handler(
  {
    access: signedInAccess,
    body: nothing,
    limit: "calendar",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  readLastVisit,
);

/** Records a visit, or that the listed changes were seen. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(lastVisitRequestSchema),
    limit: "calendar",
    effect: "write",
    audit: "visit",
    garden: "user and shared",
    shows: "scope",
  },
  recordLook,
);

export const { PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD, POST");
