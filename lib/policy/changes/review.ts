import type { Seed } from "#lib/garden/seed.ts";
import type { ShootCredentialsRotation } from "#lib/garden/shoot.ts";
import { admitChange } from "../admission/admit-change.ts";
import { admitReferences, type References } from "../admission/admit-references.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import type { Faults } from "../settings/fault.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { defaultChange, defaultSpec, withArchitectures } from "./default-change.ts";
import { impact, type PoolImpact } from "./impact.ts";
import { poolHashRules } from "./pool-hash.ts";
import { validSpec } from "./valid-spec.ts";
import { type SpecChange, validateChange } from "./validate-change.ts";

/** A change with all that its review needs to know. */
export interface ReviewedChange extends SpecChange {
  /** The effective profile; without it admission cannot be foretold. */
  readonly profile?: PreparedProfile | undefined;
  /** The Seed that the new spec names. */
  readonly seed?: Seed | undefined;
  /** What the new spec names, as far as it was looked for. */
  readonly references?: References | undefined;
  readonly annotations?: Readonly<Record<string, string>> | null | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly oldRotation?: ShootCredentialsRotation | null | undefined;
  readonly newRotation?: ShootCredentialsRotation | null | undefined;
}

/** What would become of a change: accepted with its impact on each pool, or refused at a stage, with every finding. */
export type Review =
  | {
      readonly accepted: true;
      readonly errors: readonly [];
      readonly pools: ReadonlyMap<string, PoolImpact>;
      /** False where no profile was given: the API server may still refuse versions. */
      readonly admissionChecked: boolean;
    }
  | {
      readonly accepted: false;
      /** `static` is a 422, `admission` a 403. */
      readonly stage: "static" | "admission";
      readonly errors: Faults;
    };

/**
 * Judges a change in the order of the API server: defaulting and mutating admission, static validation, which hides
 * everything after it, then admission against the CloudProfile; then says what it does to the nodes.
 * @source Gardener: pkg/api/core/validation/shoot.go, plugin/pkg/shoot/validator; Gardener docs, shoot_updates
 */
export function review(given: ReviewedChange, rules: EditionRules = newestRules): Review {
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
