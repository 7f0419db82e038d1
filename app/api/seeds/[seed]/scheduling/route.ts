import {
  seedSchedulingChangeSchema,
  seedSchedulingSchema,
  seedVisibilitySchema,
} from "#lib/contract/seed/scheduling.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeSeedScheduling, readSeedScheduling } from "#server/seeds/seed-scheduling.ts";

/** Returns whether the scheduler sees a Seed, and what follows for new clusters from the other choice. */
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
    const read = await readSeedScheduling(app, { token: session.token, seed: param("seed"), signal });
    return createVisibleJsonResponse(seedSchedulingSchema.parse(read));
  },
);

/** Hides a Seed from the scheduler, or shows it, with the user's own credential. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(seedSchedulingChangeSchema),
    limit: "mutation",
    effect: "write",
    audit: "change-seed-scheduling",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, param, body, note, signal }) => {
    const seed = param("seed");
    note({ seed, visible: body.visible });
    const changed = await changeSeedScheduling(app, { token: session.token, seed, change: body, signal });
    return createVisibleJsonResponse(seedVisibilitySchema.parse(changed));
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
