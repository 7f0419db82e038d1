import { cloudCredentialsSchema } from "#lib/contract/credentials-cloud.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { readCloudCredentials } from "#server/credentials/read-cloud-credentials.ts";

/** Returns the cloud account of a cluster and the clusters that share it: names and times, never the credentials. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const found = await readCloudCredentials(call.app, { token: call.session.token, cluster, signal: call.signal });
    return createVisibleJsonResponse(cloudCredentialsSchema.parse(found));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
