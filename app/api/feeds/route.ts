import { createFeedRequestSchema } from "#lib/contract/feeds.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { createFeed } from "#server/feeds/create-feed.ts";
import { listFeeds } from "#server/feeds/list-feeds.ts";

/** Lists the caller's calendar feeds, without their secret tokens. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "user and shared",
    shows: "self",
  },
  async ({ app, session, signal }) => Response.json(await listFeeds(app, session, signal)),
);

/** Creates a calendar feed. Its secret token is returned only in this response. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(createFeedRequestSchema),
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

export const { PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD, POST");
