import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { findShootAdmissionErrors } from "#lib/policy/admission/find-shoot-admission-errors.ts";
import { computePoolImpacts, type PoolImpact } from "#lib/policy/changes/compute-pool-impacts.ts";
import { applyDefaultsToChange, applySpecDefaults, withArchitectures } from "#lib/policy/changes/default-change.ts";
import { poolHashRules } from "#lib/policy/changes/pool-hash.ts";
import { toWellTypedSpec } from "#lib/policy/changes/to-well-typed-spec.ts";
import { validateChange } from "#lib/policy/changes/validate-change.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { type GardenFacts, rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { isDeleting } from "#lib/policy/maintenance/run-due.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import type { PreparedProfile } from "#lib/policy/versions/prepared-profile.ts";

/** Data needed to check a change of a Shoot's spec. */
export interface UpdateContext {
  readonly shoot: Shoot;
  /** Effective profile of the Shoot; undefined if it cannot be read. */
  readonly profile: PreparedProfile | undefined;
  readonly rules: GardenerRules;
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

/**
 * Creates the context with the rules of the gardenlet release in the Shoot's status.
 *
 * @param at release of the garden, if known, and epoch milliseconds
 */
export function createUpdateContext(
  shoot: Shoot,
  profile: PreparedProfile | undefined,
  { garden, now }: { readonly garden: GardenFacts; readonly now: number },
): UpdateContext {
  return { shoot, profile, now, rules: rulesOfShoot(shoot, garden) };
}

export interface SpecValidation {
  /** Errors that this change causes. */
  readonly faults: readonly FieldError[];
  /** Errors that the API server would report even without the change. */
  readonly standing: readonly FieldError[];
  /** Effect of the change on each pool, if accepted. */
  readonly impacts: ReadonlyMap<string, PoolImpact>;
}

/** Function that checks a changed spec. */
export type SpecValidator = (next: ShootSpec) => SpecValidation;

/**
 * Creates a validator for changes of one Shoot. The API server stops at the first stage with an error; the validator
 * checks all stages, so that users see at once what to correct.
 * @param base spec whose errors do not count as the change's; by default that of the Shoot
 */
export function createSpecValidator(context: UpdateContext, base?: ShootSpec): SpecValidator {
  const { shoot, rules } = context;
  const before = new Set(faultsOf(context, base ?? shoot.spec).faults.map(keyOf));
  const rotation = shoot.status?.credentials?.rotation;
  return (next) => {
    const { faults, old, after } = faultsOf(context, next);
    return {
      faults: distinct(faults.filter((fault) => !before.has(keyOf(fault)))),
      standing: distinct(faults.filter((fault) => before.has(keyOf(fault)))),
      impacts: computePoolImpacts({ old, new: after, oldRotation: rotation }, poolHashRules(rules)),
    };
  };
}

/** Context with one pool only, because versions of pools do not affect each other and there may be many pools. */
export function updateContextOfPool(context: UpdateContext, pool: Worker): UpdateContext {
  const { shoot } = context;
  const spec = { ...shoot.spec, provider: { ...shoot.spec.provider, workers: [pool] } };
  return { ...context, shoot: { ...shoot, spec } };
}

function faultsOf({ shoot, profile, rules, now }: UpdateContext, next: ShootSpec) {
  const deleting = isDeleting(shoot);
  const old = withArchitectures(applySpecDefaults(toWellTypedSpec(shoot.spec), rules), profile);
  const defaulted = applyDefaultsToChange({ old, new: toWellTypedSpec(next), profile, now, deleting }, rules);
  const change = {
    old,
    new: defaulted.spec,
    deleting,
    status: shoot.status ?? {},
    namespace: shoot.metadata.namespace,
    pending: shoot.status?.inPlaceUpdates?.pendingWorkerUpdates,
    operation: annotationOf(shoot, annotations.operation),
  };
  const admission = profile === undefined ? [] : findShootAdmissionErrors({ ...change, profile, now }, rules);
  return { old, after: defaulted.spec, faults: [...defaulted.faults, ...validateChange(change, rules), ...admission] };
}

function keyOf({ path, code }: FieldError): string {
  return `${path} ${code}`;
}

function distinct(faults: readonly FieldError[]): readonly FieldError[] {
  return [...new Map(faults.map((fault) => [keyOf(fault), fault])).values()];
}
