import { checklistChangeRequestSchema, checklistResponseSchema } from "#lib/contract/checklist.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { postChecklist } from "#server/rotations/post-checklist.ts";
import { readChecklist } from "#server/rotations/read-checklist.ts";

/** Returns the checklist of a credential rotation: the items that users have ticked between its phases. */
export const GET = createGardenRoute(
  { access: signedInAccess, body: noRequestBody, limit: "read", effect: "read", garden: "user", shows: "cluster" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const reading = await readChecklist(call.app, { token: call.session.token, cluster, signal: call.signal });
    return createVisibleJsonResponse(checklistResponseSchema.parse(reading));
  },
);

/** Changes one item of the rotation checklist in the project's namespace, with the user's own permissions. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(checklistChangeRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "checklist",
    garden: "user",
    shows: "cluster",
  },
  postChecklist,
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
