import { noticeChangeRequestSchema, noticesSchema } from "#lib/contract/notices.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { changeNotices } from "#server/notices/change-notices.ts";
import { listNotices } from "#server/notices/list-notices.ts";

/** Returns the caller's watch rules and their notices. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user and shared", shows: "scope" },
  async ({ app, session, signal }) => visibleJson(noticesSchema.parse(await listNotices(app, session, signal))),
);

/** Makes one change: saves, changes or deletes a rule, or marks notices as read. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(noticeChangeRequestSchema),
    limit: "notices",
    effect: "write",
    audit: "watch-rule",
    garden: "user and shared",
    shows: "scope",
    work: "rules",
  },
  changeNotices,
);

export const { PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD, POST");
