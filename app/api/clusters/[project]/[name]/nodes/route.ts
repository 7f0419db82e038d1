import { nodesRequestSchema, nodesResponseSchema } from "#lib/contract/nodes.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readNodes } from "#server/nodes/read-nodes.ts";

/**
 * Returns the Nodes of a cluster, read from the cluster's own API server. The method is POST because the garden issues
 * a kubeconfig for this request. The kubeconfig is used once and never leaves Almanac.
 */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(nodesRequestSchema),
    limit: "preview",
    effect: "reveal",
    audit: "nodes",
    garden: "user",
    shows: "cluster",
  },
  async (call) => createVisibleJsonResponse(nodesResponseSchema.parse(await readNodes(call))),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
