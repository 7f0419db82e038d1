import { checklistChangeRequestSchema, checklistResponseSchema } from "#lib/contract/checklist.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { postChecklist } from "#server/rotations/post-checklist.ts";
import { readChecklist } from "#server/rotations/read-checklist.ts";

/** Returns the items that users have ticked between the phases of a rotation. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user", shows: "cluster" },
  async (call) => {
    const cluster = { project: call.param("project"), name: call.param("name") };
    const reading = await readChecklist(call.app, { token: call.session.token, cluster, signal: call.signal });
    return visibleJson(checklistResponseSchema.parse(reading));
  },
);

/** Changes one item. Stored in the project's namespace with the user's own permissions. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(checklistChangeRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "checklist",
    garden: "user",
    shows: "cluster",
  },
  postChecklist,
);

export const { PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD, POST");
