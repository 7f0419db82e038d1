import { previewRequestSchema } from "#lib/contract/act.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { actBodyLimits } from "#server/operations/act-body-limits.ts";
import { postPreview } from "#server/operations/post-preview.ts";

/** Returns the preview of an action on the cluster. Writes nothing. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(previewRequestSchema, actBodyLimits),
    limit: "preview",
    effect: "preview",
    garden: "user",
    shows: "cluster",
  },
  postPreview,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
