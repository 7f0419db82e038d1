import { noticeChangeRequestSchema, noticesSchema } from "#lib/contract/notices.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { changeNotices } from "#server/notices/change-notices.ts";
import { listNotices } from "#server/notices/list-notices.ts";

/** Returns the caller's watch rules and the notices that these rules have raised. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, signal }) =>
    createVisibleJsonResponse(noticesSchema.parse(await listNotices(app, session, signal))),
);

/** Saves, changes or deletes one watch rule, or marks notices as read. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(noticeChangeRequestSchema),
    limit: "notices",
    effect: "write",
    audit: "watch-rule",
    garden: "user and shared",
    shows: "scope",
    work: "rules",
  },
  changeNotices,
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
