import type { ImageMismatch } from "../versions/filter-image.ts";
import type { VersionStepSize } from "./version-step-size.ts";

/**
 * A condition that could be mistaken for the reason of a step. `at` is in epoch milliseconds.
 *
 * - `expiry-of-current`: the version in use expires, but only at `at`; the step would come without it.
 * - `automatic-update`: automatic updates are on or off, but do not cause this step.
 * - `deprecation`: the version in use is deprecated, which by itself causes no update.
 * - `kubernetes-expiry`: the Kubernetes version of the nodes expires at `at`; the image is updated for its own reason.
 */
export type MisleadingStepCause =
  | { readonly code: "expiry-of-current"; readonly version: string; readonly at: number }
  | { readonly code: "automatic-update"; readonly enabled: boolean }
  | { readonly code: "deprecation"; readonly version: string }
  | { readonly code: "kubernetes-expiry"; readonly version: string; readonly at: number };

/** Why a version must be replaced. `expiredAt` in epoch milliseconds; absent when the profile gives no date. */
export type VersionReplacementReason =
  | { readonly code: "expired"; readonly expiredAt?: number }
  | { readonly code: "not-in-profile" }
  | { readonly code: "does-not-fit"; readonly misfits: readonly ImageMismatch[] };

/**
 * Reason of a forecast version update, with the facts that the UI text needs.
 *
 * - `auto-newer-patch`: automatic updates are on, and the target is the best patch of the same minor.
 * - `auto-image`: automatic updates of images are on; `step` is how far the update strategy went this time.
 * - `expired`, `not-in-profile`: the version must be replaced, and the same minor (for an image: what an automatic
 *   update can reach) still offers a valid one.
 * - `forced-next-minor`: it must be replaced and its minor offers nothing valid; for an image, the next level of its
 *   strategy.
 * - `pool-follows-control-plane`: the pool has no version of its own.
 * - `capped-by-control-plane`: the pool's own step would exceed the control plane's version and ends there.
 */
export type StepCause = { readonly notBecause: readonly MisleadingStepCause[] } & (
  | { readonly code: "auto-newer-patch"; readonly targetClassification: string }
  | {
      readonly code: "auto-image";
      readonly step: VersionStepSize;
      readonly strategy: string;
      readonly targetClassification: string;
    }
  | {
      readonly code: "expired" | "not-in-profile";
      readonly leave: VersionReplacementReason;
      readonly targetClassification: string;
    }
  | {
      readonly code: "forced-next-minor";
      readonly leave: VersionReplacementReason;
      readonly step: VersionStepSize;
      /** Classification of the target version; `expired` means that another update follows at once. */
      readonly targetClassification: string;
    }
  | { readonly code: "pool-follows-control-plane" }
  | {
      readonly code: "capped-by-control-plane";
      readonly leave?: VersionReplacementReason;
      readonly controlPlane: string;
    }
);
