import type { FleetRow } from "#lib/contract/fleet.ts";
import { followsProfile } from "#lib/fleet/profile-key.ts";
import { newestGardenerRelease, parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { supportedKubernetes } from "#lib/policy/editions/supported-kubernetes.ts";
import type { ProfileWithUsage } from "./version-rows.ts";

/** Gardener release that manages clusters of the profiles, and the Kubernetes minors that it supports. */
export interface SupportedRange {
  /** Gardener release as `1.149`. */
  readonly release: string;
  readonly minMinor: number;
  readonly maxMinor: number;
  readonly clusters: number;
  /** Whether the release is newer than this build knows; the range is then that of the newest known release. */
  readonly newerThanKnown: boolean;
  /** Versions that the profiles list although the release does not support them. */
  readonly outside: readonly string[];
}

/** Returns the supported ranges of the Gardener releases in the status of the clusters, newest first. */
export function supportedRanges(
  rows: readonly FleetRow[],
  chosen: readonly ProfileWithUsage[],
): readonly SupportedRange[] {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const edition = parseGardenerRelease(row.gardenerVersion);
    if (edition === undefined || !chosen.some(({ profile }) => followsProfile(row, profile))) continue;
    counts.set(edition.minor, (counts.get(edition.minor) ?? 0) + 1);
  }
  const listed = chosen.flatMap(({ prepared }) => prepared.kubernetes);
  return [...counts]
    .sort(([a], [b]) => b - a)
    .map(([minor, clusters]) => {
      const range = supportedKubernetes({ minor, patch: 0, dev: false });
      const outside = listed.filter(
        ({ version }) => version?.major === 1 && (version.minor < range.minMinor || version.minor > range.maxMinor),
      );
      return {
        release: `1.${minor}`,
        ...range,
        clusters,
        newerThanKnown: minor > newestGardenerRelease.minor,
        outside: [...new Set(outside.map(({ text }) => text))],
      };
    });
}
