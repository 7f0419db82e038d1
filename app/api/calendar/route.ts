import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { downloadCalendar } from "#server/feeds/download-calendar.ts";

/** Returns the calendar events that the query selects as an iCalendar file to download. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "calendar",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
    work: "export",
  },
  ({ app, session, request }) => downloadCalendar(app, session, request),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
