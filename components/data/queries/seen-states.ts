import { createStore, useStore } from "#components/ui/state/store.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import { specKey } from "#lib/view/compare/spec-key.ts";

/** A cluster as this tab has read it, while its spec was the same. */
export interface SeenState {
  readonly uid: string;
  readonly project: string;
  readonly name: string;
  readonly spec: string;
  /** The resourceVersion with which this tab first read this spec. */
  readonly sinceVersion: string;
  /** Epoch milliseconds of the last reading of this spec. */
  readonly seenAt: number;
  readonly detail: ClusterDetail;
}

/** Of all clusters together: what a day's work touches, in a few megabytes. */
const mostStates = 24;
const longestState = 300_000;

// Only in memory: a spec is the garden's, and nothing of it stays in a browser whose reader has gone. Whoever signs out,
// or comes after, gets a new document.
const states = createStore<readonly SeenState[]>([]);

export function noteSeenState(detail: ClusterDetail): void {
  states.set(withSeenState(states.get(), detail));
}

/** What was just read, in place of an earlier reading of the same spec, as the latest. */
export function withSeenState(held: readonly SeenState[], detail: ClusterDetail): readonly SeenState[] {
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

/** Everything that this tab has seen, the latest last. */
export function useSeenStates(): readonly SeenState[] {
  return useStore(states);
}

/** The last state of a cluster that this tab has seen before a version of it was written. */
export function stateBefore(
  seen: readonly SeenState[],
  { uid, version }: { readonly uid: string; readonly version: string },
): SeenState | undefined {
  return seen.findLast((state) => state.uid === uid && compareResourceVersions(state.sinceVersion, version) < 0);
}
