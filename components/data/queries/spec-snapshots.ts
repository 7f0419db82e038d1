import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import { specKey } from "#lib/view/compare/spec-key.ts";

/** State of a cluster that this tab has read: one for each different spec. */
export interface SpecSnapshot {
  readonly uid: string;
  readonly project: string;
  readonly name: string;
  readonly spec: string;
  /** The first resourceVersion with which this tab has read the spec. */
  readonly sinceVersion: string;
  /** Time of the last read of the spec, in epoch milliseconds. */
  readonly seenAt: number;
  readonly detail: ClusterDetail;
}

/** Maximum number of snapshots of all clusters, which need a few megabytes. */
const mostStates = 24;
const longestState = 300_000;

// Snapshots are kept in memory only, because a spec must not stay in the browser after its user has left. Signing in or
// out loads a new document.
const states = createStateStore<readonly SpecSnapshot[]>([]);

export function storeSpecSnapshot(detail: ClusterDetail): void {
  states.set(addSpecSnapshot(states.get(), detail));
}

/** Returns the snapshots with a new one at the end; it replaces an earlier snapshot of the same spec. */
export function addSpecSnapshot(held: readonly SpecSnapshot[], detail: ClusterDetail): readonly SpecSnapshot[] {
  const spec = specKey(detail.shoot);
  if (spec === undefined) return held;
  const { uid, project, name, resourceVersion } = detail.row;
  const latest = held.findLast((state) => state.uid === uid);
  const isLatest = latest?.spec === spec;
  if (!isLatest && JSON.stringify(detail.shoot).length > longestState) return held;
  const others = held.filter((state) => state.uid !== uid || state.spec !== spec);
  const sinceVersion = isLatest ? latest.sinceVersion : resourceVersion;
  const state = { uid, project, name, spec, sinceVersion, seenAt: Date.parse(detail.readAt), detail };
  return [...others, state].slice(-mostStates);
}

/** Returns the snapshots of all clusters that this tab has read, the latest last. */
export function useSpecSnapshots(): readonly SpecSnapshot[] {
  return useStateStore(states);
}

/** Returns the last snapshot of a cluster that this tab read before the given version was written. */
export function snapshotBeforeVersion(
  seen: readonly SpecSnapshot[],
  { uid, version }: { readonly uid: string; readonly version: string },
): SpecSnapshot | undefined {
  return seen.findLast((state) => state.uid === uid && compareResourceVersions(state.sinceVersion, version) < 0);
}
