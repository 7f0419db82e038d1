import { contentsRequestSchema, contentsResponseSchema } from "#lib/view/readiness/contents-schema.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { lookInside } from "#server/contents/look-inside.ts";

/**
 * Reads from a cluster's own API server what matters to its next minor version. The method is POST because the garden
 * issues a kubeconfig for this request. The kubeconfig is used once and never leaves Almanac.
 */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(contentsRequestSchema),
    limit: "reveal",
    effect: "reveal",
    audit: "look-inside",
    garden: "user",
    shows: "cluster",
  },
  async (call) => createVisibleJsonResponse(contentsResponseSchema.parse(await lookInside(call))),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
