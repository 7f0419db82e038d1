import type { MaintenanceViolation } from "../maintenance/violation.ts";
import type { deadEndCauseByCode } from "../versions/dead-end-horizon.ts";
import type { AttemptedVersionUpdate } from "./attempted-version-updates.ts";
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
export type DeadEndCode = keyof typeof deadEndCauseByCode;

/** A change that would resolve a dead end. Instants in epoch milliseconds. */
export type DeadEndRemedy =
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

/** How the status of the Shoot shows a dead end. */
export type DeadEndVisibility = "reported-as-failed" | "whole-run-refused" | "silent";

/** Period of a dead end or of rejected runs, in epoch milliseconds. It begins between `fromAt` and `byAt`. */
export interface ForecastPeriod {
  readonly fromAt: number;
  /** Latest begin of the period; absent if the period begins only for certain run times within maintenance windows. */
  readonly byAt?: number;
  /** The latest end of the period; absent when it lasts until the end of the forecast. */
  readonly untilAt?: number;
}

/** A component that has to be updated and cannot be. */
export interface DeadEnd extends ForecastPeriod {
  readonly code: Exclude<DeadEndCode, "rejected-by-dry-run">;
  /** The version that must be replaced. */
  readonly version: string;
  /** The pool at which image maintenance stopped, if that is another pool than the one that this dead end is about. */
  readonly becauseOfPool?: string;
  readonly sign: DeadEndVisibility;
  readonly remedies: readonly DeadEndRemedy[];
  /**
   * What the end of the dead end depends on. `dated`: a change at a known time. `conditional`: versions that the
   * profile does not list yet, or a manual action. `unknown`: something without a date.
   */
  readonly confidence: Confidence;
}

/** Period in which the API server rejects every maintenance run, so that none of its changes is applied. */
export interface RejectedRunPeriod extends ForecastPeriod {
  readonly code: "rejected-by-dry-run";
  readonly violations: readonly MaintenanceViolation[];
  /** Version updates that the rejected run would have made. */
  readonly attempted: readonly AttemptedVersionUpdate[];
  readonly sign: "whole-run-refused";
  readonly remedies: readonly DeadEndRemedy[];
  readonly confidence: Confidence;
}
