import type { SpecCleanup } from "../maintenance/spec-cleanup.ts";
import type { StepCause } from "./cause.ts";
import type { DeadEnd } from "./dead-end.ts";
import type { Confidence, VersionedComponent } from "./versioned-component.ts";

/** Effect of a version update on the nodes of pools. */
export interface StepNodeEffect {
  readonly kind: "control-plane-only" | "kubelet-restart" | "node-roll" | "in-place-update";
  /** Names of the affected pools. */
  readonly pools: readonly string[];
  /** Upper bound of affected nodes: the sum of the pools' maximum; absent when a pool has none. */
  readonly maximumNodes?: number;
}

/** One forecast version update of a component. Instants are in epoch milliseconds. */
export interface ForecastStep {
  readonly from: string;
  readonly to: string;
  readonly kind: "auto" | "forced";
  readonly cause: StepCause;
  /** The earliest time of the version update. */
  readonly earliestAt: number;
  /** The latest time of the version update; absent when `path` is not `both`. */
  readonly latestAt?: number;
  /** Runs that make this update: any (`both`), or only those at their windows' end (`early`) or start (`late`). */
  readonly path: "both" | "early" | "late";
  /** Effects of an update on nodes. A control plane update includes its following pools, which repeat the effects. */
  readonly effects: readonly StepNodeEffect[];
  /** Fields that the same maintenance run removes from the spec; only for updates of the control plane. */
  readonly cleanups: readonly SpecCleanup[];
  readonly confidence: Confidence;
}

/** Forecast of one component: the control plane, a pool's Kubernetes version or a pool's image. */
export interface ComponentForecast {
  readonly id: VersionedComponent;
  /** Current version of the component; empty when the spec has none. */
  readonly version: string;
  /** Name of the machine image; only set for an image. */
  readonly image?: string;
  /** True for a pool without a Kubernetes version of its own. */
  readonly followsControlPlane: boolean;
  /** Certain version updates, then those that depend on when a run begins in its window (`conditional`). */
  readonly hops: readonly ForecastStep[];
  readonly deadEnds: readonly DeadEnd[];
  /** Version at the end of the forecast: two if it depends on when runs begin within their maintenance windows. */
  readonly finalVersions: readonly string[];
}
