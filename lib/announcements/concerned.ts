import type { Announcement, AnnouncementPlace } from "#lib/contract/announcements/announcements.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

/** Whether an announcement is shown at a time, in Unix milliseconds. */
export function isShownAt({ from, until }: Pick<Announcement, "from" | "until">, now: number): boolean {
  return (from === undefined || Date.parse(from) <= now) && (until === undefined || now < Date.parse(until));
}

/** What of a cluster an announcement can be about. */
export interface AnnouncedCluster extends Pick<FleetRow, "seed" | "provider"> {
  /** Names of its profile: of the CloudProfile, or of the NamespacedCloudProfile and its parent. */
  readonly profiles: readonly string[];
}

/** Whether an announcement is about a cluster; one about a version in a profile is about the clusters of the profile. */
export function isAboutCluster(place: AnnouncementPlace, { seed, provider, profiles }: AnnouncedCluster): boolean {
  switch (place.kind) {
    case "landscape":
      return true;
    case "seed":
      return place.name === seed;
    case "profile":
      return profiles.includes(place.name);
    case "provider":
      return place.name === provider;
    case "version":
      return place.profile !== undefined && profiles.includes(place.profile);
    default:
      return place satisfies never;
  }
}

/** A version as it is offered: of Kubernetes, or of a machine image, in a profile if that is known. */
export interface OfferedVersion {
  readonly version: string;
  readonly image?: string | undefined;
  readonly profiles?: readonly string[] | undefined;
}

/** Names of a cluster's profiles, for remarks; undefined where its parent profile is not known. */
export function profileNamesOf({ profile }: Pick<FleetRow, "profile">): readonly string[] | undefined {
  return profile?.kind === "CloudProfile" ? [profile.name] : undefined;
}

/** The remarks of the garden's operators on a version that are shown at a time, in Unix milliseconds. */
export function remarksOn(
  announcements: readonly Announcement[],
  { version, image, profiles }: OfferedVersion,
  now: number,
): readonly Announcement[] {
  return announcements.filter(({ place, ...times }) => {
    if (place.kind !== "version" || place.image !== image || !isShownAt(times, now)) return false;
    if (place.profile !== undefined && profiles?.includes(place.profile) === false) return false;
    // A remark on 1.34 is one on every 1.34.x, and not on 1.340.
    return version === place.version || version.startsWith(`${place.version}.`);
  });
}
