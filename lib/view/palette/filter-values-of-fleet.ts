import type { FleetRow } from "#lib/contract/fleet.ts";
import { naturalKey } from "#lib/strings/natural-key.ts";

/** Value of a filter, and the number of clusters that have it. */
export interface FleetFilterValue {
  readonly name: string;
  readonly clusters: number;
}

export interface FleetFilterValues {
  readonly projects: readonly FleetFilterValue[];
  readonly seeds: readonly FleetFilterValue[];
  /** Kubernetes versions, newest first. */
  readonly versions: readonly FleetFilterValue[];
  /** Machine image versions as `gardenlinux:1592.3.0`. */
  readonly images: readonly FleetFilterValue[];
}

/** Returns the projects, Seeds, versions and images of the clusters, each with its number of clusters. */
export function filterValuesOfFleet(rows: readonly FleetRow[]): FleetFilterValues {
  const [projects, seeds, versions, images] = [new Map<string, number>(), new Map(), new Map(), new Map()];
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const row of rows) {
    count(projects, row.project);
    if (row.seed !== undefined) count(seeds, row.seed);
    if (row.kubernetes.version !== "") count(versions, row.kubernetes.version);
    for (const { name, version } of row.images) count(images, `${name}:${version}`);
  }
  return {
    projects: inOrder(projects),
    seeds: inOrder(seeds),
    versions: inOrder(versions).toReversed(),
    images: inOrder(images).toReversed(),
  };
}

function inOrder(counts: ReadonlyMap<string, number>): readonly FleetFilterValue[] {
  return [...counts]
    .map(([name, clusters]) => ({ name, clusters, key: naturalKey(name) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ name, clusters }) => ({ name, clusters }));
}
