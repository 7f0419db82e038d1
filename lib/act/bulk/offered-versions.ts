import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { followsProfile } from "#lib/fleet/profile-key.ts";
import { highestTextFirst } from "#lib/policy/versions/compare.ts";

export interface OfferedVersion {
  readonly version: string;
  /** Number of the clusters whose profile lists it. */
  readonly clusters: number;
}

/** Kubernetes versions in the profiles of these clusters, newest first; unparsable versions come last. */
export function offeredVersions(profiles: readonly Profile[], rows: readonly FleetRow[]): readonly OfferedVersion[] {
  const found = new Map<string, number>();
  for (const profile of profiles) {
    const clusters = rows.filter((row) => followsProfile(row, profile)).length;
    if (clusters === 0) continue;
    for (const { version } of profile.lists?.kubernetes?.versions ?? [])
      found.set(version, (found.get(version) ?? 0) + clusters);
  }
  return [...found]
    .map(([version, clusters]) => ({ version, clusters }))
    .sort((a, b) => highestTextFirst(a.version, b.version));
}
