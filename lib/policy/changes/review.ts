import type { ShootCredentialsRotation, ShootSpec } from "../../garden/shoot.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { admitChange } from "./admit-change.ts";
import type { ChangeFault } from "./fault.ts";
import { impact, type PoolImpact } from "./impact.ts";
import { defaultPool } from "./pool-defaults.ts";
import { poolHashRules } from "./pool-hash.ts";
import { type SpecChange, validateChange } from "./validate-change.ts";

/** A change with all that its review needs to know. */
export interface ReviewedChange extends SpecChange {
  /** The effective profile; without it admission cannot be foretold. */
  readonly profile?: PreparedProfile | undefined;
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
      readonly errors: readonly ChangeFault[];
    };

/**
 * Judges a change in the order of the API server: defaulting, static validation, which hides everything after it, then admission
 * against the CloudProfile; then says what it does to the nodes.
 * @source Gardener: pkg/api/core/validation/shoot.go, plugin/pkg/shoot/validator; Gardener docs, shoot_updates
 */
export function review(given: ReviewedChange, rules: EditionRules = newestRules): Review {
  const change = { ...given, old: defaultSpec(given.old, rules), new: defaultSpec(given.new, rules) };
  const invalid = validateChange(change, rules);
  if (invalid.length > 0) return { accepted: false, stage: "static", errors: invalid };
  const { profile, now, old, new: next } = change;
  const refused = profile === undefined ? [] : admitChange({ old, new: next, profile, now }, rules);
  if (refused.length > 0) return { accepted: false, stage: "admission", errors: refused };
  const { oldRotation } = change;
  const newRotation = change.newRotation === undefined ? oldRotation : change.newRotation;
  return {
    accepted: true,
    errors: [],
    pools: impact({ old, new: next, oldRotation, newRotation }, poolHashRules(rules)),
    admissionChecked: profile !== undefined,
  };
}

/** Both sides as the API server stores them, so that a form which omits a defaulted field is not taken for a change. */
function defaultSpec(spec: ShootSpec, rules: EditionRules): ShootSpec {
  if (poolsOf(spec).length === 0) return spec;
  const workers = poolsOf(spec).map((pool) => defaultPool(pool, rules));
  return { ...spec, provider: { ...spec.provider, workers } };
}
