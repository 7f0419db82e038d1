"use client";

import { createStore, useStore } from "#components/ui/state/store.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import { fieldAt } from "#lib/kube/field.ts";

/** A cluster as this tab has read it, while its spec was of one generation. */
export interface SeenState {
  readonly uid: string;
  readonly project: string;
  readonly name: string;
  readonly generation: number;
  /** Epoch milliseconds of the last reading of this generation. */
  readonly seenAt: number;
  readonly detail: ClusterDetail;
}

/** Of all clusters together: what a day's work touches, in a few megabytes. */
const mostStates = 24;
const longestState = 300_000;

// Only in memory: a spec is the garden's, and nothing of it stays in a browser whose reader has gone. Whoever signs out,
// or comes after, gets a new document.
const states = createStore<readonly SeenState[]>([]);

/** Keeps what was just read, in place of an earlier reading of the same generation. */
export function noteSeenState(detail: ClusterDetail): void {
  const generation = fieldAt(detail.shoot, "metadata", "generation");
  if (typeof generation !== "number") return;
  const { uid, project, name } = detail.row;
  const held = states.get();
  const isKnown = held.some((state) => state.uid === uid && state.generation === generation);
  if (!isKnown && JSON.stringify(detail.shoot).length > longestState) return;
  const others = held.filter((state) => state.uid !== uid || state.generation !== generation);
  const state = { uid, project, name, generation, seenAt: Date.parse(detail.readAt), detail };
  states.set([...others, state].slice(-mostStates));
}

/** Everything that this tab has seen, the latest last. */
export function useSeenStates(): readonly SeenState[] {
  return useStore(states);
}

/** The states of a cluster before the one of this generation, the latest first. */
export function earlierStates(
  seen: readonly SeenState[],
  { uid, before }: { readonly uid: string; readonly before: number },
): readonly SeenState[] {
  return seen
    .filter((state) => state.uid === uid && state.generation < before)
    .toSorted((a, b) => b.generation - a.generation);
}
