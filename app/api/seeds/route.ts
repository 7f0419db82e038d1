import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { respondWithSeeds } from "#server/seeds/list-seeds.ts";

/** Lists the garden's Seeds, with their conditions and capacity. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  ({ app, session, request, signal }) =>
    respondWithSeeds(app, { token: session.token, headers: request.headers, signal }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
