import { clusterForecastSchema } from "#lib/contract/cluster-forecast.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readForecast } from "#server/clusters/read-forecast.ts";

/** Returns the update forecast of one cluster, from its Shoot and CloudProfile as the user may read them now. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "cluster" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const { session, signal, log } = call;
    const forecast = await readForecast(call.app, { token: session.token, cluster, signal, log });
    return Response.json(clusterForecastSchema.parse(forecast));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
