import { handler, notAllowed } from "#server/app/handler.ts";
import { nothing, secretLink, signedIn } from "#server/boundary/route-rule.ts";
import { feedIdLength } from "#server/feeds/feed-token.ts";
import { revokeFeed } from "#server/feeds/revoke-feed.ts";
import { serveFeed } from "#server/feeds/serve-feed.ts";

/** The calendar file, for whoever knows the feed's secret address. */
export const GET = handler(
  { access: secretLink, body: nothing, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  ({ app, request, param }) => serveFeed(app, request, param("feed")),
);

/** Revokes a feed of the caller's own. */
export const DELETE = handler(
  {
    access: signedIn,
    body: nothing,
    limit: "mutation",
    effect: "write",
    audit: "revoke-feed",
    garden: "shared",
    shows: "scope",
  },
  async ({ app, session, param, note }) => {
    // Whoever revokes by the whole address must not find its secret in a log.
    const id = param("feed").slice(0, feedIdLength);
    note({ target: id });
    await revokeFeed(app, session, id);
    return new Response(null, { status: 204 });
  },
);

export const { POST, PUT, PATCH, OPTIONS } = notAllowed("GET, HEAD, DELETE");
