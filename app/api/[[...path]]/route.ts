import { text } from "#lib/language/text.ts";
import { createGardenRoute } from "#server/app/handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { anonymousAccess, noRequestBody } from "#server/boundary/route-rule.ts";

/** Responds 404 to any path under /api without a route. */
export const GET = createGardenRoute(
  { access: anonymousAccess, body: noRequestBody, limit: "read", effect: "read", garden: "none", shows: "public" },
  () => {
    throw new ProblemError("not-found", { detail: text("There is no such API path.") });
  },
);

export { GET as HEAD, GET as POST, GET as PUT, GET as PATCH, GET as DELETE, GET as OPTIONS };
