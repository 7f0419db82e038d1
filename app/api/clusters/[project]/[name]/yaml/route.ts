import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { clusterYaml } from "#server/clusters/cluster-yaml.ts";
import { readShoot } from "#server/clusters/read-cluster.ts";

/** Returns the Shoot as YAML, without `buildManagedFields` and the `last-applied-configuration` annotation. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "cluster" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const shoot = await readShoot(call.app, { token: call.session.token, cluster, signal: call.signal });
    return new Response(clusterYaml(shoot), { headers: { "content-type": "text/plain; charset=utf-8" } });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
