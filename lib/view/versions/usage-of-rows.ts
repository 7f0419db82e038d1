import type { FleetRow } from "#lib/contract/fleet.ts";
import type { VersionUsage } from "#lib/policy/profiles/version-usage.ts";

type Counts = { clusters: number; controlPlanes: number; pools: number; pinnedPools: number };

function countsOf(map: Map<string, Counts>, key: string): Counts {
  const held = map.get(key) ?? { clusters: 0, controlPlanes: 0, pools: 0, pinnedPools: 0 };
  map.set(key, held);
  return held;
}

function countKubernetes({ kubernetes, pinnedPools, pools }: FleetRow, usage: Map<string, Counts>): void {
  const own = countsOf(usage, kubernetes.version);
  own.controlPlanes += 1;
  own.pools += Math.max(0, pools - pinnedPools.length);
  for (const { version } of pinnedPools) {
    const counts = countsOf(usage, version);
    counts.pools += 1;
    counts.pinnedPools += 1;
  }
  for (const version of versionsOf(kubernetes.version, pinnedPools)) countsOf(usage, version).clusters += 1;
}

function versionsOf(controlPlane: string, pinned: FleetRow["pinnedPools"]): Iterable<string> {
  return pinned.length === 0 ? [controlPlane] : new Set([controlPlane, ...pinned.map(({ version }) => version)]);
}

function countImages({ images }: FleetRow, usage: Map<string, Map<string, Counts>>): void {
  for (const { name, version, pools } of images) {
    const versions = usage.get(name) ?? new Map<string, Counts>();
    usage.set(name, versions);
    const counts = countsOf(versions, version);
    counts.clusters += 1;
    counts.pools += pools.length;
  }
}

/**
 * Counts the clusters that use each version, over the rows that the user sees, so that the counts agree with the
 * cluster list. A pool pinned to its control plane's version counts as following it.
 */
export function usageOfRows(rows: Iterable<FleetRow>): VersionUsage {
  const kubernetes = new Map<string, Counts>();
  const images = new Map<string, Map<string, Counts>>();
  for (const row of rows) {
    countKubernetes(row, kubernetes);
    countImages(row, images);
  }
  return { kubernetes, images };
}

/** Counts clusters per group of versions, including pools' Kubernetes versions; each counts once per group. */
export function clustersByGroup(
  rows: Iterable<FleetRow>,
  groupsOf: (row: FleetRow) => readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const group of new Set(groupsOf(row))) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}
