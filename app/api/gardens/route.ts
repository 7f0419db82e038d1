import { notAllowed, processHandler } from "#server/app/handler.ts";
import { listGardens } from "#server/app/list-gardens.ts";
import { anyone, nothing } from "#server/boundary/route-rule.ts";

/** Lists the gardens, with their state and the browser's user in each. */
export const GET = processHandler(
  { access: anyone, body: nothing, limit: "read", effect: "read", garden: "none", shows: "public" },
  async ({ app: { gardens }, request }) => Response.json(await listGardens(gardens, request.headers.get("cookie"))),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
