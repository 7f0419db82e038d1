import { nodesRequestSchema, nodesResponseSchema } from "#lib/contract/nodes.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedInAccess } from "#server/boundary/route-rule.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { readNodes } from "#server/nodes/read-nodes.ts";

/**
 * Returns the Nodes of a cluster, from its own API. A POST because the garden creates a credential for it, which is
 * used for this request only and never leaves Almanac.
 */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(nodesRequestSchema),
    limit: "preview",
    effect: "reveal",
    audit: "nodes",
    garden: "user",
    shows: "cluster",
  },
  async (call) => visibleJson(nodesResponseSchema.parse(await readNodes(call))),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
