import type { Violation } from "../maintenance/violation.ts";
import type { causeByCode } from "../versions/dead-end-horizon.ts";
import type { AttemptedStep } from "./attempted-steps.ts";
import type { Confidence } from "./lane-id.ts";

/**
 * Why a lane, or the whole Shoot, cannot move although it would have to.
 *
 * - `no-next-minor`: the profile lacks the consecutive minor. `blockedAbove` is true when later minors exist.
 * - `preview-only`: the level to go to has preview versions only.
 * - `highest-minor`: nothing lies above, not even a gap: the newest minor itself has run out.
 * - `image-end-of-life`: strategy `major`, and nothing higher is usable.
 * - `newest-image`: strategy `patch` or `minor`, and the profile lists nothing higher: the newest image has run out.
 * - `no-higher-image`: strategy `patch` or `minor`; higher versions are listed, but not at its next level.
 * - `image-does-not-fit`: a listed image does not suit the pool, and no other version does.
 * - `image-not-in-profile`, `machine-type-not-in-profile`, `image-missing`, `version-unreadable`: maintenance of this and
 *   all further pools' images (or of the lane) stops without a word in the status.
 * - `profile-unreadable`: an entry of the profile's list cannot be read, and the choice fails with it.
 * - `rejected-by-dry-run`: the API server would refuse the run, so nothing moves at all.
 */
export type DeadEndCode = keyof typeof causeByCode;

/** What would end a dead end. Instants in epoch milliseconds. */
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

/** How a dead end shows in the Shoot's status. */
export type DeadEndSign = "reported-as-failed" | "whole-run-refused" | "silent";

/** When something holds, in epoch milliseconds: from somewhere between `fromAt` and `byAt` on. */
export interface Period {
  readonly fromAt: number;
  /** Absent when only one of the bracketing simulations gets there within the horizon. */
  readonly byAt?: number;
  /** When it is over by; absent while it lasts until the horizon. */
  readonly untilAt?: number;
}

/** A lane that has to move and cannot. */
export interface DeadEnd extends Period {
  readonly code: Exclude<DeadEndCode, "rejected-by-dry-run">;
  /** The version that has to be left. */
  readonly version: string;
  /** The pool at which the images were given up, when it is not the lane's own. */
  readonly becauseOfPool?: string;
  readonly sign: DeadEndSign;
  readonly remedies: readonly Remedy[];
  /**
   * `dated`: a foreseeable change ends it. `conditional`: versions that are not in the profile yet, or a manual act, would.
   * `unknown`: something that has no date would.
   */
  readonly confidence: Confidence;
}

/** A run that the API server refuses, day after day: nothing of it is applied, not even what is harmless. */
export interface Rejection extends Period {
  readonly code: "rejected-by-dry-run";
  readonly violations: readonly Violation[];
  /** What the run would have changed. */
  readonly attempted: readonly AttemptedStep[];
  readonly sign: "whole-run-refused";
  readonly remedies: readonly Remedy[];
  readonly confidence: Confidence;
}
