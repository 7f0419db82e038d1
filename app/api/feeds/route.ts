import { createFeedRequestSchema } from "#lib/contract/feeds.ts";
import { handler, notAllowed } from "#server/app/handler.ts";
import { json, nothing, signedInAccess } from "#server/boundary/route-rule.ts";
import { createFeed } from "#server/feeds/create-feed.ts";
import { listFeeds } from "#server/feeds/list-feeds.ts";

/** Lists the caller's feeds, without their tokens. */
export const GET = handler(
  { access: signedInAccess, body: nothing, limit: "read", effect: "read", garden: "user and shared", shows: "self" },
  async ({ app, session, signal }) => Response.json(await listFeeds(app, session, signal)),
);

/** Creates a feed; its token is returned only once. */
export const POST = handler(
  {
    access: signedInAccess,
    body: json(createFeedRequestSchema),
    limit: "mutation",
    effect: "write",
    audit: "create-feed",
    garden: "user and shared",
    shows: "self",
  },
  async ({ app, session, body, note }) => {
    const created = await createFeed(app, session, body);
    note({ target: created.feed.id });
    return Response.json(created, { status: 201 });
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = notAllowed("GET, HEAD, POST");
