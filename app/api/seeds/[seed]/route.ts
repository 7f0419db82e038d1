import { seedDetailSchema } from "#lib/contract/seed/seed-list.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readSeed } from "#server/seeds/list-seeds.ts";

/** Returns one Seed with its object. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, param, signal }) => {
    const found = await readSeed(app, { token: session.token, name: param("seed"), signal });
    return createVisibleJsonResponse(seedDetailSchema.parse(found));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
