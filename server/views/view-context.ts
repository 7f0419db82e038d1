import "server-only";
import type { UserScopes } from "#server/access/user-scope.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { SharedViews, SharedViewsContext } from "./shared-views.ts";

/** Services that saved views need. */
export interface ViewContext extends SharedViewsContext {
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly sharedViews: SharedViews;
  readonly now: () => number;
  /** Where users' own views are stored; undefined where Almanac has no credential of its own. */
  readonly ownKeeping: PersonalDataStorage | undefined;
}
