import { revealRequestSchema } from "#lib/contract/credentials-reveal.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedInAccess } from "#server/boundary/route-rule.ts";
import { postReveal } from "#server/credentials/post-reveal.ts";

/** Reveals one credential on demand. A POST, so that it is never in an address or a cache. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(revealRequestSchema),
    limit: "reveal",
    effect: "reveal",
    audit: "reveal",
    garden: "user",
    shows: "cluster",
  },
  postReveal,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
