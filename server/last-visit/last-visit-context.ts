import "server-only";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import type { HeapGuard } from "#server/boundary/heap-guard.ts";
import type { Fleet, FleetSources } from "#server/fleet/fleet.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";

/** Services for the comparison of the cluster list with the user's last visit. */
export interface LastVisitContext {
  readonly reviews: Pick<AccessReviews, "identityOf">;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly fleet: Pick<Fleet, "store" | "freshness" | "isSettled" | "knowsWhatIsGone">;
  readonly sources: Pick<FleetSources, "shoots">;
  readonly heap: Pick<HeapGuard, "requireRoom">;
  readonly now: () => number;
  readonly readOnly: boolean;
  /** Undefined where Almanac has no credential to store visits with. */
  readonly ownKeeping: PersonalDataStorage | undefined;
}
