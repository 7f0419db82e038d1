import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { readCluster } from "#server/clusters/read-cluster.ts";

/** Returns one cluster, read live with the user's own credential. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user", shows: "cluster" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const detail = await readCluster(call.app, { token: call.session.token, cluster, signal: call.signal });
    return visibleJson(clusterDetailSchema.parse(detail));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
