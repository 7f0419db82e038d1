import { nextRunDryRunRequestSchema, nextRunDryRunResponseSchema } from "#lib/contract/cluster-forecast.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { dryRunNextMaintenanceRun } from "#server/clusters/dry-run-next-maintenance-run.ts";

/** Dry-runs the next maintenance on the API server with the user's own credential. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(nextRunDryRunRequestSchema),
    limit: "mutation",
    effect: "preview",
    garden: "user",
    shows: "cluster",
  },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const { session, signal, body } = call;
    const answer = await dryRunNextMaintenanceRun(call.app, { token: session.token, cluster, signal, body });
    return Response.json(nextRunDryRunResponseSchema.parse(answer));
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
