import { nodeActResultSchema, nodeOperationRequestSchema } from "#lib/contract/nodes.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { actOnNodes } from "#server/nodes/act-on-nodes.ts";

/** Executes a confirmed action on single Nodes. The response says only whether each request was accepted. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(nodeOperationRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "node-act",
    garden: "user",
    shows: "cluster",
  },
  async (call) => createVisibleJsonResponse(nodeActResultSchema.parse(await actOnNodes(call)), { status: 202 }),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
