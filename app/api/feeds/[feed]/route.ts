import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, secretLink, signedInAccess } from "#server/boundary/route-rule.ts";
import { feedIdLength } from "#server/feeds/feed-token.ts";
import { revokeFeed } from "#server/feeds/revoke-feed.ts";
import { serveFeed } from "#server/feeds/serve-feed.ts";

/** Returns the calendar file to anyone with the feed's secret address. */
export const GET = handler(
  { access: secretLink, body: nothing, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  ({ app, request, param }) => serveFeed(app, request, param("feed")),
);

/** Revokes one of the caller's feeds. */
export const DELETE = handler(
  {
    access: signedInAccess,
    body: nothing,
    limit: "mutation",
    effect: "write",
    audit: "revoke-feed",
    garden: "shared",
    shows: "scope",
  },
  async ({ app, session, param, note }) => {
    // The full address may be given: its secret must not be logged.
    const id = param("feed").slice(0, feedIdLength);
    note({ target: id });
    await revokeFeed(app, session, id);
    return new Response(null, { status: 204 });
  },
);

export const { POST, PUT, PATCH, OPTIONS } = notAllowed("GET, HEAD, DELETE");
