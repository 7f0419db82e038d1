import type { Seed } from "#lib/garden/seed.ts";
import type { ShootCredentialsRotation } from "#lib/garden/shoot.ts";
import {
  findReferenceAdmissionErrors,
  type ReferencedGardenObjects,
} from "../admission/find-reference-admission-errors.ts";
import { findShootAdmissionErrors } from "../admission/find-shoot-admission-errors.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { computePoolImpacts, type PoolImpact } from "./compute-pool-impacts.ts";
import { applyDefaultsToChange, applySpecDefaults, withArchitectures } from "./default-change.ts";
import { poolHashRules } from "./pool-hash.ts";
import { toWellTypedSpec } from "./to-well-typed-spec.ts";
import { type SpecChange, validateChange } from "./validate-change.ts";

/** A Shoot change, with all facts needed to predict how the API server handles it. */
export interface ShootChangeReviewInput extends SpecChange {
  /** The effective profile; without it admission cannot be predicted. */
  readonly profile?: PreparedProfile | undefined;
  /** Whether the change goes to the subresource `binding`, which alone may change the Seed. */
  readonly byBinding?: boolean | undefined;
  /** The Seed named by the new spec. */
  readonly seed?: Seed | undefined;
  /** The garden's objects to which the new spec refers, as far as they were looked up. */
  readonly references?: ReferencedGardenObjects | undefined;
  readonly annotations?: Readonly<Record<string, string>> | null | undefined;
  /** Whether the feature gate LiveControlPlaneMigration is enabled; undefined when unknown. */
  readonly liveMigration?: boolean | undefined;
  /** The current time in epoch milliseconds. */
  readonly now: number;
  readonly oldRotation?: ShootCredentialsRotation | null | undefined;
  readonly newRotation?: ShootCredentialsRotation | null | undefined;
}

/** Predicted result of a change: accepted with its impact on each pool, or rejected at a stage with every error. */
export type ShootChangeReview =
  | {
      readonly accepted: true;
      readonly errors: readonly [];
      readonly pools: ReadonlyMap<string, PoolImpact>;
      /** False when no CloudProfile was given, so that the API server may still reject versions. */
      readonly admissionChecked: boolean;
    }
  | {
      readonly accepted: false;
      /** Stage that rejects the change: `static` (HTTP 422) or `admission` (HTTP 403). */
      readonly stage: "static" | "admission";
      readonly errors: FieldErrors;
    };

/**
 * Reviews a change in the order of the API server: defaulting and mutating admission; static validation, whose errors
 * hide all later ones; admission against the CloudProfile. If it is accepted, returns its impact on the nodes.
 * @source Gardener: pkg/api/core/validation/shoot.go, plugin/pkg/shoot/validator; Gardener docs, shoot_updates
 */
export function reviewShootChange(
  given: ShootChangeReviewInput,
  rules: GardenerRules = newestRules,
): ShootChangeReview {
  const { profile, now, deleting, oldRotation } = given;
  const old = withArchitectures(applySpecDefaults(toWellTypedSpec(given.old), rules), profile);
  const defaulted = applyDefaultsToChange({ old, new: toWellTypedSpec(given.new), profile, now, deleting }, rules);
  if (defaulted.faults.length > 0) return { accepted: false, stage: "admission", errors: defaulted.faults };
  const change = { ...given, old, new: defaulted.spec };
  const invalid = validateChange(change, rules);
  if (invalid.length > 0) return { accepted: false, stage: "static", errors: invalid };
  const refused =
    profile === undefined
      ? findReferenceAdmissionErrors({ ...change, profile })
      : findShootAdmissionErrors({ ...change, profile }, rules);
  if (refused.length > 0) return { accepted: false, stage: "admission", errors: refused };
  return {
    accepted: true,
    errors: [],
    pools: computePoolImpacts({ ...change, oldRotation }, poolHashRules(rules)),
    admissionChecked: profile !== undefined,
  };
}
