import { activitySchema } from "#lib/contract/activity.ts";
import { readActivity } from "#server/activity/read-activity.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";

/** Returns the garden's records of one cluster: events, and the last writer of each field. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user", shows: "cluster" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const activity = await readActivity(call.app, { token: call.session.token, cluster, signal: call.signal });
    return visibleJson(activitySchema.parse(activity));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
