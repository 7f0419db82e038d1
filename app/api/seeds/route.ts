import { seedListSchema } from "#lib/contract/seed/seed-list.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { listSeeds } from "#server/seeds/list-seeds.ts";

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
  async ({ app, session, signal }) =>
    createVisibleJsonResponse(seedListSchema.parse(await listSeeds(app, { token: session.token, signal }))),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
