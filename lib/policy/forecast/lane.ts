import type { SpecCleanUp } from "../maintenance/spec-clean-up.ts";
import type { HopCause } from "./cause.ts";
import type { DeadEnd } from "./dead-end.ts";

/** What moves on its own: the control plane, a pool's Kubernetes version, a pool's machine image. */
export type LaneId =
  | { readonly kind: "control-plane" }
  | { readonly kind: "pool-kubernetes"; readonly pool: string }
  | { readonly kind: "pool-image"; readonly pool: string };

/**
 * How far a prediction holds while nobody changes the profile or the Shoot.
 *
 * - `dated`: whenever the run falls in its windows, the step comes between the two instants.
 * - `conditional`: it depends on the moment of the run, on the Gardener release or on a manual act.
 * - `unknown`: a date it depends on is missing or unreadable.
 */
export type Confidence = "dated" | "conditional" | "unknown";

/** What a step does to nodes. `nodes` are at most the pools' maximum; absent when a pool names none. */
export interface HopEffect {
  readonly kind: "control-plane-only" | "kubelet-restart" | "node-roll" | "in-place-update";
  /** Names of the pools whose nodes it reaches. */
  readonly pools: readonly string[];
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
  /** …and has happened by here. Absent when one order of events does not lead to it within the horizon. */
  readonly latestAt?: number;
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
