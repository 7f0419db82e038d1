import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { endAllSessions } from "#server/session/end-all-sessions.ts";

/** Signs the user out of this garden in all browsers. It is a write, as the garden stores the time. */
export const DELETE = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "session",
    effect: "write",
    audit: "sign-out-everywhere",
    garden: "shared",
    shows: "self",
  },
  endAllSessions,
);

export const { GET, HEAD, POST, PUT, PATCH, OPTIONS } = createMethodRejections("DELETE");
