import { previewRequestSchema } from "#lib/contract/act.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedInAccess } from "#server/boundary/route-rule.ts";
import { actBodyLimits } from "#server/operations/act-body-limits.ts";
import { postPreview } from "#server/operations/post-preview.ts";

/** Returns the preview of an act on the cluster. Writes nothing. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(previewRequestSchema, actBodyLimits),
    limit: "preview",
    effect: "preview",
    garden: "user",
    shows: "cluster",
  },
  postPreview,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
