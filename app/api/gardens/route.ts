import { describeGardens } from "#server/app/gardens-standing.ts";
import { notAllowed, processHandler } from "#server/app/handler.ts";
import { anyone, nothing } from "#server/boundary/route-rule.ts";

/** The gardens there are, how each fares, and who this browser is there. */
export const GET = processHandler(
  { access: anyone, body: nothing, limit: "read", effect: "read", garden: "none", shows: "public" },
  async ({ app: { gardens }, request }) => Response.json(await describeGardens(gardens, request.headers.get("cookie"))),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
