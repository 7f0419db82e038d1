import { cloudCredentialsSchema } from "#lib/contract/credentials-cloud.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { readCloudCredentials } from "#server/credentials/read-cloud-credentials.ts";

/** Returns the cloud account of a cluster and who shares it: names and times, never its values. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user and shared", shows: "scope" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const found = await readCloudCredentials(call.app, { token: call.session.token, cluster, signal: call.signal });
    return visibleJson(cloudCredentialsSchema.parse(found));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
