import { nextRunDryRunRequestSchema, nextRunDryRunResponseSchema } from "#lib/contract/cluster-forecast.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedInAccess } from "#server/boundary/route-rule.ts";
import { tryNextRun } from "#server/clusters/try-next-run.ts";

/** Dry-runs the next maintenance on the API server with the user's own credential. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(nextRunDryRunRequestSchema),
    limit: "mutation",
    effect: "preview",
    garden: "user",
    shows: "cluster",
  },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const { session, signal, body } = call;
    const answer = await tryNextRun(call.app, { token: session.token, cluster, signal, body });
    return Response.json(nextRunDryRunResponseSchema.parse(answer));
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
