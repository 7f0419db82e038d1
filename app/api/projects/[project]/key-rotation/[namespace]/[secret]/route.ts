import { cloudCredentialsSchema } from "#lib/contract/credentials-cloud.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readKeyRotation } from "#server/credentials/read-cloud-credentials.ts";

/** Returns where the rotation of a project's cloud key stands: times and clusters, never the key. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "accounts",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, param, signal }) => {
    const secret = { namespace: param("namespace"), name: param("secret") };
    const found = await readKeyRotation(app, { token: session.token, project: param("project"), secret, signal });
    return createVisibleJsonResponse(cloudCredentialsSchema.parse(found));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
