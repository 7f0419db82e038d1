import "server-only";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { StoredEntriesContext } from "#server/storage/change-stored-entry.ts";

/** Services that templates of clusters need. */
export interface TemplateContext extends StoredEntriesContext {
  readonly reviews: Pick<AccessReviews, "identityOf" | "may">;
}
