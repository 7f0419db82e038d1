import { announcementChangeRequestSchema, announcementsSchema } from "#lib/contract/announcements/announcements.ts";
import { changeAnnouncement } from "#server/announcements/change-announcement.ts";
import { listAnnouncements } from "#server/announcements/list-announcements.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";

/** Lists the announcements of the garden's operators that concern the caller. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session }) =>
    createVisibleJsonResponse(announcementsSchema.parse(await listAnnouncements(app, session))),
);

/** Makes one change: saves, changes or deletes an announcement. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(announcementChangeRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "announcement",
    garden: "user and shared",
    shows: "scope",
  },
  changeAnnouncement,
);

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
