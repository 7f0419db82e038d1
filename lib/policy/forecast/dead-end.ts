import type { Violation } from "../maintenance/violation.ts";
import type { Confidence } from "./lane.ts";

/**
 * Why a lane, or the whole Shoot, cannot move although it would have to.
 *
 * - `no-next-minor`: the profile lacks the consecutive minor. `blockedAbove` is true when later minors exist.
 * - `preview-only`: the level to go to has preview versions only.
 * - `highest-minor`: nothing lies above, not even a gap: the newest minor itself has run out.
 * - `image-end-of-life`: strategy `major`, and nothing higher is usable.
 * - `no-higher-image`: strategy `patch` or `minor`, and its next level is missing.
 * - `image-does-not-fit`: a listed image does not suit the pool, and no other version does.
 * - `image-not-in-profile`, `machine-type-not-in-profile`, `version-unreadable`: maintenance of the images (or of the
 *   lane) stops without a word in the status.
 * - `rejected-by-dry-run`: the API server would refuse the run, so nothing moves at all.
 */
export type DeadEndCode =
  | "no-next-minor"
  | "preview-only"
  | "highest-minor"
  | "image-end-of-life"
  | "no-higher-image"
  | "image-does-not-fit"
  | "image-not-in-profile"
  | "machine-type-not-in-profile"
  | "version-unreadable"
  | "rejected-by-dry-run";

/** What would end a dead end. Instants in epoch milliseconds. */
export type Remedy =
  | { readonly code: "add-kubernetes-minor"; readonly minor: string }
  | { readonly code: "end-preview"; readonly version: string; readonly at?: number }
  | { readonly code: "add-image-version"; readonly image: string }
  | { readonly code: "change-image" }
  | { readonly code: "change-update-strategy"; readonly image: string }
  | { readonly code: "change-pool" }
  | { readonly code: "correct-spec" }
  | { readonly code: "add-machine-type"; readonly machineType: string }
  | { readonly code: "postpone-expiry"; readonly version: string }
  | { readonly code: "update-pool"; readonly pool: string }
  | { readonly code: "update-image"; readonly pool: string }
  | { readonly code: "finish-in-place-update"; readonly pool: string }
  | { readonly code: "remove-field"; readonly field: string }
  | { readonly code: "wait-for-stage"; readonly version: string; readonly at: number };

/** How a dead end shows in the Shoot's status. */
export type DeadEndSign = "reported-as-failed" | "whole-run-refused" | "silent";

/** A dead end. Instants in epoch milliseconds; it holds from somewhere between `fromAt` and `byAt`. */
export interface DeadEnd {
  readonly code: DeadEndCode;
  /** The version that has to be left; absent for `rejected-by-dry-run`. */
  readonly version?: string;
  readonly fromAt: number;
  readonly byAt?: number;
  /** When a foreseeable change ends it; absent while it lasts until the horizon. */
  readonly untilAt?: number;
  readonly sign: DeadEndSign;
  readonly remedies: readonly Remedy[];
  /** What the API server would object to; empty but for `rejected-by-dry-run`. */
  readonly violations: readonly Violation[];
  readonly confidence: Confidence;
}
