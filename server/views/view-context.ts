import "server-only";
import type { UserScopes } from "#server/access/user-scope.ts";
import type { OwnKeeping } from "#server/storage/own-keeping.ts";
import type { SharedReading, SharedViews } from "./shared-views.ts";

/** What saved views need of the application. */
export interface ViewContext extends SharedReading {
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly sharedViews: SharedViews;
  readonly now: () => number;
  /** Where everybody's own views are; undefined where Almanac has no credential to keep them with. */
  readonly ownKeeping: OwnKeeping | undefined;
}
