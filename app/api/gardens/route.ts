import { createMethodRejections, createProcessRoute } from "#server/app/handler.ts";
import { listGardens } from "#server/app/list-gardens.ts";
import { anonymousAccess, noRequestBody } from "#server/boundary/route-rule.ts";

/** Lists the gardens with their state, and as which user the browser is signed in to each. */
export const GET = createProcessRoute(
  { access: anonymousAccess, body: noRequestBody, limit: "read", effect: "read", garden: "none", shows: "public" },
  async ({ app: { gardens }, request }) => Response.json(await listGardens(gardens, request.headers.get("cookie"))),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
