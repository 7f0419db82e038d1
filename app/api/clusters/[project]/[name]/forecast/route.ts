import { clusterForecastSchema } from "#lib/contract/cluster-forecast.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { readForecast } from "#server/clusters/read-forecast.ts";

/** Returns the forecast of one cluster, from its Shoot and profile as the user may read them now. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user", shows: "cluster" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const { session, signal, log } = call;
    const forecast = await readForecast(call.app, { token: session.token, cluster, signal, log });
    return Response.json(clusterForecastSchema.parse(forecast));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
