import type { FleetRow } from "#lib/contract/fleet.ts";
import {
  compareGardenerReleases,
  isNewerThanKnown,
  parseGardenerRelease,
} from "#lib/policy/editions/gardener-release.ts";

/** Gardenlets with a newer release than the rules that are known. */
export interface NewerGardenlets {
  /** The newest of their releases, such as `v1.152.0`. */
  readonly newest: string;
  /** Number of clusters that they manage. */
  readonly clusters: number;
}

/** The gardenlets of the clusters that are newer than the known rules; undefined if there are none. */
export function newerGardenletsOf(rows: Iterable<Pick<FleetRow, "gardenerVersion">>): NewerGardenlets | undefined {
  const counts = new Map<string, number>();
  for (const { gardenerVersion: text = "" } of rows) counts.set(text, (counts.get(text) ?? 0) + 1);
  const newer = [...counts].flatMap(([text, clusters]) => {
    const release = parseGardenerRelease(text);
    return release !== undefined && isNewerThanKnown(release) ? [{ text, clusters, release }] : [];
  });
  const [first] = newer.sort((a, b) => compareGardenerReleases(b.release, a.release));
  return first && { newest: first.text, clusters: newer.reduce((sum, { clusters }) => sum + clusters, 0) };
}
