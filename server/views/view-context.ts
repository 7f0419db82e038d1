import "server-only";
import type { UserScopes } from "#server/access/user-scope.ts";
import type { OwnKeeping } from "#server/storage/own-keeping.ts";
import type { SharedViews, SharedViewsContext } from "./shared-views.ts";

/** Parts of the application that saved views need. */
export interface ViewContext extends SharedViewsContext {
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly sharedViews: SharedViews;
  readonly now: () => number;
  /** Storage of users' own views; undefined where Almanac has no credential. */
  readonly ownKeeping: OwnKeeping | undefined;
}
