import { seedChoiceSchema } from "#lib/contract/seeds.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { readSeedChoice } from "#server/seeds/read-seed-choice.ts";

/** Returns the Seeds that could run a cluster, and why others could not. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user and shared", shows: "cluster" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const found = await readSeedChoice(call.app, { token: call.session.token, cluster, signal: call.signal });
    return Response.json(seedChoiceSchema.parse(found));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
