import type { Seed } from "#lib/garden/seed.ts";
import type { ShootCredentialsRotation } from "#lib/garden/shoot.ts";
import { admitChange } from "../admission/admit-change.ts";
import { admitReferences, type References } from "../admission/admit-references.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { defaultChange, defaultSpec, withArchitectures } from "./default-change.ts";
import { impact, type PoolImpact } from "./impact.ts";
import { poolHashRules } from "./pool-hash.ts";
import { validSpec } from "./valid-spec.ts";
import { type SpecChange, validateChange } from "./validate-change.ts";

/** A change with all the facts its review needs. */
export interface ReviewedChange extends SpecChange {
  /** The effective profile; without it admission cannot be predicted. */
  readonly profile?: PreparedProfile | undefined;
  /** The Seed named by the new spec. */
  readonly seed?: Seed | undefined;
  /** The objects named by the new spec, as far as they were looked up. */
  readonly references?: References | undefined;
  readonly annotations?: Readonly<Record<string, string>> | null | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly oldRotation?: ShootCredentialsRotation | null | undefined;
  readonly newRotation?: ShootCredentialsRotation | null | undefined;
}

/** Predicted result of a change: accepted with its impact on each pool, or rejected at a stage with every error. */
export type Review =
  | {
      readonly accepted: true;
      readonly errors: readonly [];
      readonly pools: ReadonlyMap<string, PoolImpact>;
      /** False when no profile was given: the API server may still reject versions. */
      readonly admissionChecked: boolean;
    }
  | {
      readonly accepted: false;
      /** `static` is a 422, `admission` a 403. */
      readonly stage: "static" | "admission";
      readonly errors: FieldErrors;
    };

/**
 * Reviews a change in the order of the API server: defaulting and mutating admission; static validation, whose errors
 * hide all later ones; admission against the CloudProfile. If it is accepted, returns its impact on the nodes.
 * @source Gardener: pkg/api/core/validation/shoot.go, plugin/pkg/shoot/validator; Gardener docs, shoot_updates
 */
export function review(given: ReviewedChange, rules: GardenerRules = newestRules): Review {
  const { profile, now, deleting, oldRotation } = given;
  const old = withArchitectures(defaultSpec(validSpec(given.old), rules), profile);
  const defaulted = defaultChange({ old, new: validSpec(given.new), profile, now, deleting }, rules);
  if (defaulted.faults.length > 0) return { accepted: false, stage: "admission", errors: defaulted.faults };
  const change = { ...given, old, new: defaulted.spec };
  const invalid = validateChange(change, rules);
  if (invalid.length > 0) return { accepted: false, stage: "static", errors: invalid };
  const refused =
    profile === undefined ? admitReferences({ ...change, profile }) : admitChange({ ...change, profile }, rules);
  if (refused.length > 0) return { accepted: false, stage: "admission", errors: refused };
  return {
    accepted: true,
    errors: [],
    pools: impact({ ...change, oldRotation }, poolHashRules(rules)),
    admissionChecked: profile !== undefined,
  };
}
