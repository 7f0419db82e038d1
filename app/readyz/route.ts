import { notAllowed, processHandler } from "#server/app/handler.ts";
import { readyz } from "#server/app/probes.ts";
import { anyone, nothing } from "#server/boundary/route-rule.ts";

/** Whether a fleet has been read and the process is not shutting down. `npm start` answers it in its front server. */
export const GET = processHandler(
  { access: anyone, body: nothing, limit: "probe", effect: "read", garden: "none", shows: "public" },
  ({ app: { gardens } }) => new Response(readyz(gardens)),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
