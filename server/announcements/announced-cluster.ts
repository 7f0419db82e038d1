import "server-only";
import type { AnnouncedCluster } from "#lib/announcements/concerned.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { AnnouncementContext } from "./announcement-context.ts";

/** What of a cluster an announcement can be about, with the parent of a project's own profile. */
export function announcedCluster(
  { namespacedCloudProfiles }: Pick<AnnouncementContext["sources"], "namespacedCloudProfiles">,
  { seed, provider, profile, namespace }: FleetRow,
): AnnouncedCluster {
  if (profile === undefined) return { seed, provider, profiles: [] };
  if (profile.kind !== "NamespacedCloudProfile") return { seed, provider, profiles: [profile.name] };
  const own = namespacedCloudProfiles.byName(namespace, profile.name);
  const parent = own?.spec.parent.name;
  return { seed, provider, profiles: [profile.name, ...(parent === undefined ? [] : [parent])] };
}
