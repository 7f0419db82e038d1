import "server-only";
import { type AnnouncedCluster, isAboutCluster, isShownAt } from "#lib/announcements/concerned.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Announcement, Announcements } from "#lib/contract/landscape/announcements.ts";
import type { Session } from "#server/identity/session.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { canStoreConfigMaps } from "#server/storage/can-store-config-maps.ts";
import type { AnnouncementContext } from "./announcement-context.ts";

/**
 * The announcements for a user: for who may change them all, for others those that are shown now and are about the
 * whole landscape, a version, or a cluster that the user can see. So nobody learns which Seeds others have.
 */
export async function listAnnouncements(context: AnnouncementContext, { token }: Session): Promise<Announcements> {
  const { announcements, unshown, unavailable } = await context.announcements.read();
  if (unavailable !== undefined) return { announcements: [], mayWrite: false, unshown, unavailable };
  if (await mayAnnounce(context, token)) return { announcements: [...announcements], mayWrite: true, unshown };
  const shown = announcements.filter((each) => isShownAt(each, context.now()));
  return { announcements: await concerning(context, token, shown), mayWrite: false, unshown: 0 };
}

/** Whether a user may change the ConfigMap with the announcements: a permission in the garden. */
export async function mayAnnounce({ reviews, ownKeeping }: AnnouncementContext, token: string): Promise<boolean> {
  return ownKeeping !== undefined && (await canStoreConfigMaps(reviews, token, ownKeeping.namespace));
}

async function concerning(
  context: AnnouncementContext,
  token: string,
  shown: readonly Announcement[],
): Promise<Announcement[]> {
  const isLocal = ({ place }: Announcement) => place.kind !== "landscape" && place.kind !== "version";
  const open = new Set(shown.filter(isLocal));
  const found = new Set(shown.filter((each) => !isLocal(each)));
  if (open.size > 0) {
    const rows = context.fleet.store.rows(await context.scopes.scopeOf(token));
    await forEachInTimeSlices(rows, (row) => {
      if (open.size === 0) return;
      const cluster = announcedCluster(context, row);
      for (const each of open) {
        if (!isAboutCluster(each.place, cluster)) continue;
        open.delete(each);
        found.add(each);
      }
    });
  }
  return shown.filter((each) => found.has(each));
}

function announcedCluster({ sources }: AnnouncementContext, row: FleetRow): AnnouncedCluster {
  const { seed, provider, profile, namespace } = row;
  if (profile === undefined) return { seed, provider, profiles: [] };
  if (profile.kind !== "NamespacedCloudProfile") return { seed, provider, profiles: [profile.name] };
  const own = sources.namespacedCloudProfiles.byName(namespace, profile.name);
  const parent = own?.spec.parent.name;
  return { seed, provider, profiles: [profile.name, ...(parent === undefined ? [] : [parent])] };
}
