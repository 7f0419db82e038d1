import "server-only";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { StoredEntriesContext } from "#server/storage/change-stored-entry.ts";

/** Services that freeze periods of projects need. */
export interface FreezeContext extends StoredEntriesContext {
  readonly reviews: Pick<AccessReviews, "identityOf" | "may">;
}
