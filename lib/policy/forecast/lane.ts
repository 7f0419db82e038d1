import type { SpecCleanUp } from "../maintenance/spec-clean-up.ts";
import type { HopCause } from "./cause.ts";
import type { DeadEnd } from "./dead-end.ts";
import type { Confidence, LaneId } from "./lane-id.ts";

/** What a step does to nodes. */
export interface HopEffect {
  readonly kind: "control-plane-only" | "kubelet-restart" | "node-roll" | "in-place-update";
  /** Names of the pools whose nodes it reaches. */
  readonly pools: readonly string[];
  /** At most so many nodes: the sum of the pools' maximum; absent when a pool names none. */
  readonly maximumNodes?: number;
}

/** One step of a lane. Instants in epoch milliseconds. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  readonly kind: "auto" | "forced";
  readonly cause: HopCause;
  /** The step may happen from here on… */
  readonly earliestAt: number;
  /** …and has happened by here. Absent when `path` is not `both`. */
  readonly latestAt?: number;
  /** Whether it comes however late in their windows the runs are (`both`), or only if all are early, or late. */
  readonly path: "both" | "early" | "late";
  /** What happens to nodes. A control plane's step names the pools that follow it; their own lanes name it again. */
  readonly effects: readonly HopEffect[];
  /** Fields that the same run takes out of the spec; only on steps of the control plane. */
  readonly cleanUps: readonly SpecCleanUp[];
  readonly confidence: Confidence;
}

/** Everything that is foreseen for one lane, in time order. */
export interface Lane {
  readonly id: LaneId;
  /** The version today; empty when the spec names none. */
  readonly version: string;
  /** For an image, its name. */
  readonly image?: string;
  /** True for a pool without a Kubernetes version of its own. */
  readonly followsControlPlane: boolean;
  /** Steps that come in both bracketing simulations, then those that come in one only (`conditional`). */
  readonly hops: readonly Hop[];
  readonly deadEnds: readonly DeadEnd[];
  /** Where the lane ends within the horizon: one version, or two when the bracketing simulations disagree. */
  readonly finalVersions: readonly string[];
}
