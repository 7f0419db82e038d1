import { gardenKubeconfigSchema } from "#lib/contract/garden-kubeconfig.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { createGardenKubeconfig } from "#server/credentials/garden-kubeconfig.ts";

/** Returns a kubeconfig for the garden. It contains no credential and is the same for all users. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "garden" },
  async ({ app, session }) => {
    const kubeconfig = await createGardenKubeconfig({
      oidc: app.config.signIn.oidc,
      publicClient: app.config.gardenAccess.publicClient,
      isInCluster: app.gardenSummary.kind === "in-cluster",
      endpoint: app.gardenEndpoint,
      gardenName: (await app.gardenIdentity(session.token)) ?? app.gardenSummary.name,
    });
    return Response.json(gardenKubeconfigSchema.parse(kubeconfig));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
