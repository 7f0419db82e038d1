import type { SeedExclusion } from "../scheduling/seed-exclusion.ts";
import type { FieldError } from "../spec-validation/field-error.ts";

/** Why a control plane cannot move to a Seed, or would not get there. */
export type MigrationObjection =
  | SeedExclusion
  | { readonly reason: "already-there" }
  | { readonly reason: "no-source" }
  | { readonly reason: "source-without-backup"; readonly source: string }
  | { readonly reason: "destination-without-backup" }
  | { readonly reason: "other-internal-domain"; readonly from: string; readonly to: string }
  | { readonly reason: "default-domain-not-served"; readonly domain: string }
  | { readonly reason: "profile-providers"; readonly seed: string }
  | { readonly reason: "other-seed-provider"; readonly from: string; readonly to: string }
  | { readonly reason: "network"; readonly error: FieldError }
  /** Reconciliations on the destination are stopped in an emergency. */
  | { readonly reason: "destination-stopped" }
  /** The same for a Shoot that no Seed has created yet. */
  | { readonly reason: "creation-stopped" }
  /** The destination's gardenlet has not observed the Seed's newest generation. */
  | { readonly reason: "seed-outdated" }
  /** Gardener starts the migration only between Seeds whose gardenlets have the same release. */
  | { readonly reason: "other-release"; readonly from: string; readonly to: string }
  | { readonly reason: "other-seed-region"; readonly from: string; readonly to: string };

/** Part of the API server's checks that is not possible, because something is not readable. */
export type UncheckedPart = "source" | "capacity" | "profile" | "internal-domain";
