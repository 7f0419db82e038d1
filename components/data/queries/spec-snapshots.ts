import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import { specKey } from "#lib/view/compare/spec-key.ts";

/** State of a cluster as this tab read it, one per spec. */
export interface SpecSnapshot {
  readonly uid: string;
  readonly project: string;
  readonly name: string;
  readonly spec: string;
  /** The resourceVersion with which this tab first read this spec. */
  readonly sinceVersion: string;
  /** Epoch milliseconds of the last read of this spec. */
  readonly seenAt: number;
  readonly detail: ClusterDetail;
}

/** Limit over all clusters: about a day's work, in a few megabytes. */
const mostStates = 24;
const longestState = 300_000;

// Kept in memory only: a spec belongs to the garden and must not stay in the browser after its user has left. Signing
// out or in loads a new document.
const states = createStateStore<readonly SpecSnapshot[]>([]);

export function storeSpecSnapshot(detail: ClusterDetail): void {
  states.set(withSpecSnapshot(states.get(), detail));
}

/** Returns the states with a new one added as the latest; it replaces an earlier read of the same spec. */
export function withSpecSnapshot(held: readonly SpecSnapshot[], detail: ClusterDetail): readonly SpecSnapshot[] {
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

/** Returns all states this tab has seen, the latest last. */
export function useSpecSnapshots(): readonly SpecSnapshot[] {
  return useStateStore(states);
}

/** Returns the last state of a cluster that this tab saw before the given version was written. */
export function stateBefore(
  seen: readonly SpecSnapshot[],
  { uid, version }: { readonly uid: string; readonly version: string },
): SpecSnapshot | undefined {
  return seen.findLast((state) => state.uid === uid && compareResourceVersions(state.sinceVersion, version) < 0);
}
