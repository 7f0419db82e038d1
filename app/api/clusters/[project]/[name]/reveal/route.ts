import { revealRequestSchema } from "#lib/contract/credentials-reveal.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { postCredentialReveal } from "#server/credentials/post-credential-reveal.ts";

/** Returns one credential of the cluster. The method is POST, so that the credential is never in a URL or a cache. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(revealRequestSchema),
    limit: "reveal",
    effect: "reveal",
    audit: "reveal",
    garden: "user",
    shows: "cluster",
  },
  postCredentialReveal,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
