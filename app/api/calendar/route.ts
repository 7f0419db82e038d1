import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { downloadCalendar } from "#server/feeds/download-calendar.ts";

/** Returns the calendar of a view as a file to download. */
export const GET = handler(
  {
    access: signedInAccess,
    body: nothing,
    limit: "calendar",
    effect: "read",
    garden: "user and shared",
    shows: "scope",
    work: "export",
  },
  ({ app, session, request }) => downloadCalendar(app, session, request),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD");
