import { confirmActRequestSchema } from "#lib/contract/act.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { actBodyLimits } from "#server/operations/act-body-limits.ts";
import { postOperation } from "#server/operations/post-operation.ts";

/** Executes a previewed action with the user's own credential. 202 means only that the garden accepted the request. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(confirmActRequestSchema, actBodyLimits),
    limit: "mutation",
    effect: "write",
    audit: "operation",
    garden: "user",
    shows: "cluster",
  },
  postOperation,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
