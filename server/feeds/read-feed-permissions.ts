import "server-only";
import { type AccessReviews, requestAccessReview, type UserIdentity } from "#server/access/access-reviews.ts";
import { createUserScopes } from "#server/access/user-scope.ts";
import { type FeedContext, requireFeedStorage } from "./feed-context.ts";
import type { FeedPermissions } from "./read-calendar-input.ts";

type RightsContext = Pick<FeedContext, "ownKeeping" | "directory" | "grants" | "now">;

/**
 * The current permissions of the user who created a feed or watch rule. The user's groups are those at creation, with
 * their current permissions.
 */
export async function readFeedPermissions(context: RightsContext, identity: UserIdentity): Promise<FeedPermissions> {
  const { client } = requireFeedStorage(context);
  const reviews: AccessReviews = {
    identityOf: async () => identity,
    may: (_token, attributes) => requestAccessReview(client, attributes, identity),
    forget: () => undefined,
  };
  const scopes = createUserScopes({ reviews, projects: context.directory, grants: context.grants, now: context.now });
  return { scope: await scopes.scopeOf(identity.name), may: reviews.may };
}
