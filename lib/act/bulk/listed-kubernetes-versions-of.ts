import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { followsProfile } from "#lib/fleet/profile-key.ts";
import { highestTextFirst } from "#lib/policy/versions/compare.ts";

export interface ListedKubernetesVersion {
  readonly version: string;
  /** Number of clusters whose profile lists the version. */
  readonly clusters: number;
}

/** Returns the Kubernetes versions in the profiles of the clusters, newest first; unparsable versions come last. */
export function listedKubernetesVersionsOf(
  profiles: readonly Profile[],
  rows: readonly FleetRow[],
): readonly ListedKubernetesVersion[] {
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
