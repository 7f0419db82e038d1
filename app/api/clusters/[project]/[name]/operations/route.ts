import { actBody } from "#lib/contract/act.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, signedIn } from "#server/boundary/route-rule.ts";
import { largestAct } from "#server/operations/largest-act.ts";
import { postOperation } from "#server/operations/post-operation.ts";

/** Executes a previewed act with the user's own credential. 202 means only that the garden accepted the request. */
export const POST = handler(
  {
    access: signedIn,
    body: json(actBody, largestAct),
    limit: "mutation",
    effect: "write",
    audit: "operation",
    garden: "user",
    shows: "cluster",
  },
  postOperation,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
