import type { SpecCleanUp } from "../maintenance/spec-clean-up.ts";
import type { StepCause } from "./cause.ts";
import type { DeadEnd } from "./dead-end.ts";
import type { Confidence, VersionedComponent } from "./versioned-component.ts";

/** Effect of a step on nodes. */
export interface StepNodeEffect {
  readonly kind: "control-plane-only" | "kubelet-restart" | "node-roll" | "in-place-update";
  /** Names of the affected pools. */
  readonly pools: readonly string[];
  /** Upper bound of affected nodes: the sum of the pools' maximum; absent when a pool has none. */
  readonly maximumNodes?: number;
}

/** One step of a component. Instants in epoch milliseconds. */
export interface ForecastStep {
  readonly from: string;
  readonly to: string;
  readonly kind: "auto" | "forced";
  readonly cause: StepCause;
  /** Earliest instant of the step. */
  readonly earliestAt: number;
  /** Latest instant of the step. Absent when `path` is not `both`. */
  readonly latestAt?: number;
  /** Whether the step comes at any time of the runs in their windows (`both`), or only if all are early, or late. */
  readonly path: "both" | "early" | "late";
  /** Effects on nodes. A control plane's step includes the pools that follow it; their own components repeat it. */
  readonly effects: readonly StepNodeEffect[];
  /** Fields that the same run removes from the spec; only on steps of the control plane. */
  readonly cleanUps: readonly SpecCleanUp[];
  readonly confidence: Confidence;
}

/** The forecast of one component, in time order. */
export interface ComponentForecast {
  readonly id: VersionedComponent;
  /** Current version; empty when the spec has none. */
  readonly version: string;
  /** Name of the image, for an image. */
  readonly image?: string;
  /** True for a pool without a Kubernetes version of its own. */
  readonly followsControlPlane: boolean;
  /** Steps in both bracketing simulations, then those in only one (`conditional`). */
  readonly hops: readonly ForecastStep[];
  readonly deadEnds: readonly DeadEnd[];
  /** Version at the horizon: one, or two when the bracketing simulations disagree. */
  readonly finalVersions: readonly string[];
}
