import "server-only";
import type { StoredEntriesContext } from "#server/storage/change-stored-entry.ts";
import type { SharedViews, SharedViewsContext } from "./shared-views.ts";

/** Services that saved views need. */
export interface ViewContext extends StoredEntriesContext, SharedViewsContext {
  readonly reviews: SharedViewsContext["reviews"];
  readonly sharedViews: SharedViews;
}
