import { nodeActResultSchema, nodeOperationRequestSchema } from "#lib/contract/nodes.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedInAccess } from "#server/boundary/route-rule.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { actOnNodes } from "#server/nodes/act-on-nodes.ts";

/** Executes a confirmed act on single Nodes. Reports only whether each request was accepted, not its outcome. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(nodeOperationRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "node-act",
    garden: "user",
    shows: "cluster",
  },
  async (call) => visibleJson(nodeActResultSchema.parse(await actOnNodes(call)), { status: 202 }),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
