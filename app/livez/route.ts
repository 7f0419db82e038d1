import { notAllowed, processHandler } from "#server/app/handler.ts";
import { livez } from "#server/app/probes.ts";
import { anyone, nothing } from "#server/boundary/route-rule.ts";

/** Whether the event loop is running. `npm start` answers it in its front server. */
export const GET = processHandler(
  { access: anyone, body: nothing, limit: "probe", effect: "read", garden: "none", shows: "public" },
  () => new Response(livez()),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
