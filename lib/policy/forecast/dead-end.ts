import type { Violation } from "../maintenance/violation.ts";
import type { causeByCode } from "../versions/dead-end-horizon.ts";
import type { AttemptedStep } from "./attempted-steps.ts";
import type { Confidence } from "./versioned-component.ts";

/**
 * Why a component, or the whole Shoot, cannot be updated although it has to be.
 *
 * - `no-next-minor`: the profile lacks the consecutive minor. `blockedAbove` is true when later minors exist.
 * - `preview-only`: the next level has only preview versions.
 * - `highest-minor`: no higher minor exists, not even after a gap: the newest minor itself has expired.
 * - `image-end-of-life`: strategy `major`, and no higher version is usable.
 * - `newest-image`: strategy `patch` or `minor`, and the profile lists nothing higher: the newest image has expired.
 * - `no-higher-image`: strategy `patch` or `minor`; higher versions are listed, but not at its next level.
 * - `image-does-not-fit`: a listed image does not suit the pool, and no other version does.
 * - `image-not-in-profile`, `machine-type-not-in-profile`, `image-missing`, `version-unreadable`: maintenance of this
 *   and all further pools' images (or of the component) stops without any report in the status.
 * - `profile-unreadable`: an entry of the profile's list is unreadable, which makes the selection fail.
 * - `rejected-by-dry-run`: the API server would reject the run, so nothing is updated at all.
 */
export type DeadEndCode = keyof typeof causeByCode;

/** A change that would resolve a dead end. Instants in epoch milliseconds. */
export type Remedy =
  | { readonly code: "add-kubernetes-minor"; readonly minor: string }
  | { readonly code: "end-preview"; readonly version: string; readonly at?: number }
  | { readonly code: "add-image-version"; readonly image: string }
  | { readonly code: "change-image" }
  | { readonly code: "change-update-strategy"; readonly image: string }
  | { readonly code: "change-pool" }
  | { readonly code: "correct-spec" }
  | { readonly code: "correct-profile" }
  | { readonly code: "add-machine-type"; readonly machineType: string }
  | { readonly code: "postpone-expiry"; readonly version: string }
  | { readonly code: "update-pool"; readonly pool: string }
  | { readonly code: "update-image"; readonly pool: string }
  | { readonly code: "finish-in-place-update"; readonly pool: string }
  | { readonly code: "remove-field"; readonly field: string }
  | { readonly code: "lower-minimums"; readonly limit: number }
  | { readonly code: "raise-node-limit"; readonly nodes: number }
  | { readonly code: "wait-for-stage"; readonly version: string; readonly at: number };

/** How a dead end is visible in the Shoot's status. */
export type DeadEndSign = "reported-as-failed" | "whole-run-refused" | "silent";

/** When something applies, in epoch milliseconds: it begins between `fromAt` and `byAt`. */
export interface Period {
  readonly fromAt: number;
  /** Absent when only one of the bracketing simulations gets there within the horizon. */
  readonly byAt?: number;
  /** When it is over by; absent when it lasts until the horizon. */
  readonly untilAt?: number;
}

/** A component that has to be updated and cannot be. */
export interface DeadEnd extends Period {
  readonly code: Exclude<DeadEndCode, "rejected-by-dry-run">;
  /** The version that must be replaced. */
  readonly version: string;
  /** The pool at which image maintenance stopped, when it is not the component's own. */
  readonly becauseOfPool?: string;
  readonly sign: DeadEndSign;
  readonly remedies: readonly Remedy[];
  /**
   * `dated`: a foreseeable change resolves it. `conditional`: versions not yet in the profile, or a manual action,
   * would. `unknown`: something without a date would.
   */
  readonly confidence: Confidence;
}

/** A run that the API server rejects day after day: nothing of it is applied, not even harmless parts. */
export interface Rejection extends Period {
  readonly code: "rejected-by-dry-run";
  readonly violations: readonly Violation[];
  /** Changes the run would have made. */
  readonly attempted: readonly AttemptedStep[];
  readonly sign: "whole-run-refused";
  readonly remedies: readonly Remedy[];
  readonly confidence: Confidence;
}
