import "server-only";
import { isAboutCluster, isShownAt } from "#lib/announcements/concerned.ts";
import type { Announcement, Announcements } from "#lib/contract/announcements/announcements.ts";
import type { Session } from "#server/identity/session.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { reviewConfigMapStorage } from "#server/storage/can-store-config-maps.ts";
import { announcedCluster } from "./announced-cluster.ts";
import type { AnnouncementContext } from "./announcement-context.ts";

/**
 * The announcements for a user: for who may change them all, for others those that are shown now and are about the
 * whole landscape, a version, or a cluster that the user can see. So nobody learns which Seeds others have, and which
 * profiles are those of other projects. A failed access review discloses nothing.
 */
export async function listAnnouncements(context: AnnouncementContext, { token }: Session): Promise<Announcements> {
  const { announcements, unshown, unavailable } = await context.announcements.read();
  if (unavailable !== undefined) return { announcements: [], mayWrite: false, unshown, unavailable: unavailable() };
  const mayWrite = await reviewAnnouncing(context, token);
  if (mayWrite === true) return { announcements: [...announcements], mayWrite, unshown };
  const shown = announcements.filter((each) => isShownAt(each, context.now()));
  return { announcements: await concerning(context, token, shown), mayWrite: mayWrite ?? true, unshown };
}

/** Whether a user may change the ConfigMap with the announcements; undefined when the garden does not say. */
async function reviewAnnouncing(
  { reviews, ownKeeping }: AnnouncementContext,
  token: string,
): Promise<boolean | undefined> {
  if (ownKeeping === undefined) return false;
  return await reviewConfigMapStorage(reviews, token, ownKeeping.namespace);
}

async function concerning(
  context: AnnouncementContext,
  token: string,
  shown: readonly Announcement[],
): Promise<Announcement[]> {
  const open = new Set(shown.filter((each) => isLocal(context, each)));
  const found = new Set(shown.filter((each) => !open.has(each)));
  if (open.size > 0) {
    context.fleet.requireRead();
    const rows = context.fleet.store.rows(await context.scopes.scopeOf(token));
    await forEachInTimeSlices(rows, (row) => {
      if (open.size === 0) return;
      const cluster = announcedCluster(context.sources, row);
      for (const each of open) {
        if (!isAboutCluster(each.place, cluster)) continue;
        open.delete(each);
        found.add(each);
      }
    });
  }
  return shown.filter((each) => found.has(each));
}

/** Whether an announcement is for those alone who see a cluster there. CloudProfiles are known to all. */
function isLocal({ sources }: AnnouncementContext, { place }: Announcement): boolean {
  if (place.kind !== "version") return place.kind !== "landscape";
  return place.profile !== undefined && sources.cloudProfiles.byName("", place.profile) === undefined;
}
