import "server-only";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { Fleet } from "#server/fleet/fleet.ts";
import type { StoredEntriesContext } from "#server/storage/change-stored-entry.ts";

/** Services that staged runs need. */
export interface StagedRunContext extends StoredEntriesContext {
  readonly reviews: Pick<AccessReviews, "identityOf" | "may">;
  readonly fleet: Pick<Fleet, "store" | "freshness" | "knowsWhatIsGone">;
}
