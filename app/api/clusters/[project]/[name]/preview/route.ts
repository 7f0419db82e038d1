import { previewBody } from "#lib/contract/act.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedIn } from "#server/boundary/route-rule.ts";
import { largestAct } from "#server/operations/largest-act.ts";
import { postPreview } from "#server/operations/post-preview.ts";

/** Returns the preview of an act on the cluster. Writes nothing. */
export const POST = handler(
  {
    access: signedIn,
    body: json(previewBody, largestAct),
    limit: "preview",
    effect: "preview",
    garden: "user",
    shows: "cluster",
  },
  postPreview,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
