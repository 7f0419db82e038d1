import { seedChoiceSchema } from "#lib/contract/seeds.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readSeedChoice } from "#server/seeds/read-seed-choice.ts";

/** Returns the Seeds that could run the cluster's control plane, and why the other Seeds could not. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "cluster",
  },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const found = await readSeedChoice(call.app, { token: call.session.token, cluster, signal: call.signal });
    return Response.json(seedChoiceSchema.parse(found));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
