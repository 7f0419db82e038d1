import { newClusterPreviewRequestSchema, newClusterPreviewSchema } from "#lib/contract/new-cluster.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { draftBodyLimits } from "#server/creation/creation-context.ts";
import { previewNewCluster } from "#server/creation/preview-new-cluster.ts";

/** Returns what Gardener would make of a new cluster. Writes nothing. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(newClusterPreviewRequestSchema, draftBodyLimits),
    limit: "preview",
    effect: "preview",
    garden: "user and shared",
    shows: "scope",
    work: "export",
  },
  async ({ app, session, body, signal }) => {
    // How many clusters each Seed has is known once all clusters were read.
    app.fleet.requireRead();
    const preview = await previewNewCluster(app, { token: session.token, ...body, signal });
    return createVisibleJsonResponse(newClusterPreviewSchema.parse(preview));
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
