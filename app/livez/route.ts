import { createMethodRejections, createProcessRoute } from "#server/app/handler.ts";
import { livez } from "#server/app/probes.ts";
import { anonymousAccess, noRequestBody } from "#server/boundary/route-rule.ts";

/** Liveness probe: whether the event loop is running. With `npm start` the front server answers it. */
export const GET = createProcessRoute(
  { access: anonymousAccess, body: noRequestBody, limit: "probe", effect: "read", garden: "none", shows: "public" },
  () => new Response(livez()),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
