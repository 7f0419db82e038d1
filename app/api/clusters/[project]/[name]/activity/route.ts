import { activitySchema } from "#lib/contract/activity.ts";
import { readActivity } from "#server/activity/read-activity.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";

/** Returns what the garden has recorded about one cluster: events, and who last wrote each field of the Shoot. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "cluster" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const activity = await readActivity(call.app, { token: call.session.token, cluster, signal: call.signal });
    return createVisibleJsonResponse(activitySchema.parse(activity));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
