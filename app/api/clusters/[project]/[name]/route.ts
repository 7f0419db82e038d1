import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readCluster } from "#server/clusters/read-cluster.ts";

/** Returns one cluster, read from the garden at request time with the user's own credential. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "cluster" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const detail = await readCluster(call.app, { token: call.session.token, cluster, signal: call.signal });
    return createVisibleJsonResponse(clusterDetailSchema.parse(detail));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
