import { moveDestinationsSchema } from "#lib/contract/migration/move-destinations.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readMoveDestinations } from "#server/seeds/read-move-destinations.ts";

/** Returns the Seeds to which the cluster's control plane can move, and why it cannot move to the others. */
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
    const found = await readMoveDestinations(call.app, { token: call.session.token, cluster, signal: call.signal });
    return Response.json(moveDestinationsSchema.parse(found));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
