import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, secretLinkAccess, signedInAccess } from "#server/boundary/route-rule.ts";
import { feedIdLength } from "#server/feeds/feed-token.ts";
import { revokeFeed } from "#server/feeds/revoke-feed.ts";
import { serveFeed } from "#server/feeds/serve-feed.ts";

/** Returns a calendar feed. No session is needed: whoever knows the feed's secret URL may read it. */
export const GET = createGardenRoute(
  { access: secretLinkAccess, body: noRequestBody, limit: "read", effect: "read", garden: "shared", shows: "scope" },
  ({ app, request, param }) => serveFeed(app, request, param("feed")),
);

/** Revokes one of the caller's calendar feeds. */
export const DELETE = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "mutation",
    effect: "write",
    audit: "revoke-feed",
    garden: "shared",
    shows: "scope",
  },
  async ({ app, session, param, note }) => {
    // The caller may pass the feed's full address. Only the id is used, because the secret after it must not be logged.
    const id = param("feed").slice(0, feedIdLength);
    note({ target: id });
    await revokeFeed(app, session, id);
    return new Response(null, { status: 204 });
  },
);

export const { POST, PUT, PATCH, OPTIONS } = createMethodRejections("GET, HEAD, DELETE");
