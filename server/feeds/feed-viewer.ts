import "server-only";
import { type AccessReviews, askAccess, type UserIdentity } from "#server/access/access-reviews.ts";
import { createUserScopes } from "#server/access/user-scope.ts";
import type { FeedViewer } from "./calendar-input.ts";
import { type FeedContext, requireOwnKeeping } from "./feed-context.ts";

type RightsContext = Pick<FeedContext, "ownKeeping" | "directory" | "grants" | "now">;

/**
 * The current permissions of the user who created a feed or watch rule. Groups are those at creation; permissions that
 * a group lost since no longer apply.
 */
export async function feedViewer(context: RightsContext, identity: UserIdentity): Promise<FeedViewer> {
  const { client } = requireOwnKeeping(context);
  const reviews: AccessReviews = {
    identityOf: async () => identity,
    may: (_token, attributes) => askAccess(client, attributes, identity),
    forget: () => undefined,
  };
  const scopes = createUserScopes({ reviews, projects: context.directory, grants: context.grants, now: context.now });
  return { scope: await scopes.scopeOf(identity.name), may: reviews.may };
}
