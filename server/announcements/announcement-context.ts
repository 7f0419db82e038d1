import "server-only";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import type { Fleet } from "#server/fleet/fleet.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import type { createAnnouncementReader } from "./announcement-book.ts";

/** Services that announcements need. */
export interface AnnouncementContext {
  readonly announcements: ReturnType<typeof createAnnouncementReader>;
  readonly reviews: Pick<AccessReviews, "identityOf" | "may">;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly fleet: Pick<Fleet, "store" | "requireRead">;
  readonly sources: {
    readonly cloudProfiles: Pick<ObjectCache<CloudProfile>, "byName">;
    readonly namespacedCloudProfiles: Pick<ObjectCache<NamespacedCloudProfile>, "byName">;
  };
  readonly withToken: (token: string) => GardenClient;
  readonly ownKeeping: PersonalDataStorage | undefined;
  readonly now: () => number;
}
