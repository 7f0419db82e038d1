import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";

/** Minor version of Kubernetes that clusters run. */
export interface MinorInUse {
  /** Minor version as text: `1.34`. */
  readonly minor: string;
  readonly clusters: number;
  /** Number of clusters whose control plane runs a deprecated, expired or unlisted version of the minor. */
  readonly aged: number;
}

const agedStages: ReadonlySet<string> = new Set(["deprecated", "expired", "not-in-profile"]);

function minorOf(version: string): string | undefined {
  return /^(\d+\.\d+)\./.exec(version)?.[1];
}

/** Compares minor versions numerically: 1.9 is older than 1.10. */
function inOrder(a: MinorInUse, b: MinorInUse): number {
  const [major = 0, minor = 0] = a.minor.split(".").map(Number);
  const [otherMajor = 0, otherMinor = 0] = b.minor.split(".").map(Number);
  return major - otherMajor || minor - otherMinor;
}

function minorsOf({ kubernetes, pinnedPools }: FleetRow): ReadonlySet<string> {
  const minors = [kubernetes, ...pinnedPools].map(({ version }) => minorOf(version));
  return new Set(minors.filter((minor) => minor !== undefined));
}

/** Counts the clusters per minor, oldest first. A cluster with a pool on an older minor counts for both minors. */
export function minorsInUse(rows: readonly FleetRow[]): readonly MinorInUse[] {
  const counts = new Map<string, { clusters: number; aged: number }>();
  for (const row of rows) {
    const { kubernetes } = row;
    const own = minorOf(kubernetes.version);
    for (const minor of minorsOf(row)) {
      const count = counts.get(minor) ?? { clusters: 0, aged: 0 };
      counts.set(minor, count);
      count.clusters += 1;
      if (minor === own && agedStages.has(kubernetes.classification)) count.aged += 1;
    }
  }
  return [...counts].map(([minor, count]) => ({ minor, ...count })).sort(inOrder);
}

/** Number of clusters that `minorsInUse` counts for more than one minor. */
export function countMixedMinors(rows: readonly FleetRow[]): number {
  return rows.filter((row) => row.pinnedPools.length > 0 && minorsOf(row).size > 1).length;
}

export function queryOfMinor(query: FleetQuery, { minor }: MinorInUse): FleetQuery {
  return withFilter(query, "k8s", [`${minor}.*`]);
}
