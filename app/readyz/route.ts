import { handler, notAllowed } from "#server/app/handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { anyone, nothing } from "#server/boundary/route-rule.ts";

/** Whether the fleet has been read and the process is not going away. */
export const GET = handler(
  { access: anyone, body: nothing, limit: "probe", effect: "read", garden: "none", shows: "public" },
  ({ app }) => {
    if (!app.isReady()) throw new ProblemError("not-ready", { retryAfterSeconds: 1 });
    return new Response("ok\n");
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
