import { createMethodRejections, createProcessRoute } from "#server/app/handler.ts";
import { readyz } from "#server/app/probes.ts";
import { anonymousAccess, noRequestBody } from "#server/boundary/route-rule.ts";

/** Readiness: a fleet has been read, and no shutdown is in progress. With `npm start` the front server answers. */
export const GET = createProcessRoute(
  { access: anonymousAccess, body: noRequestBody, limit: "probe", effect: "read", garden: "none", shows: "public" },
  ({ app: { gardens } }) => new Response(readyz(gardens)),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
