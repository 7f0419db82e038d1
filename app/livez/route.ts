import { anyone, nothing } from "#server/http/create-handler.ts";
import { handler, notAllowed } from "#server/http/handler.ts";

/** Whether the event loop turns. It asks nobody anything: a garden that is away is no reason to be restarted. */
export const GET = handler({ access: anyone, body: nothing, limit: "probe" }, () => new Response("ok\n"));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
