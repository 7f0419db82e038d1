import { notAllowed, processHandler } from "#server/app/handler.ts";
import { anyone, nothing } from "#server/boundary/route-rule.ts";

/** Whether the event loop turns. It asks nobody anything: a garden that is away is no reason to be restarted. */
export const GET = processHandler(
  { access: anyone, body: nothing, limit: "probe", effect: "read", garden: "none", shows: "public" },
  () => new Response("ok\n"),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
