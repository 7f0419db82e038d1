import type { ShootSpec } from "../../garden/shoot.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { normaliseVersion, parseVersion } from "../versions/parse.ts";
import { type CleanUpEffect, type FieldLimit, fieldLimits } from "./field-limits.ts";
import { hasField, type SpecField } from "./spec-fields.ts";

/** A field that a maintenance run takes out of the spec, or gives another value. */
export interface SpecCleanUp {
  readonly field: SpecField;
  readonly effect: CleanUpEffect;
}

/** A step of the control plane. */
export interface VersionStep {
  readonly from: string;
  readonly to: string;
}

/** Whether the version is at or above 1.`minor`; undefined when it cannot be read. Suffixes do not count. */
function reaches(version: string, minor: number): boolean | undefined {
  const parsed = parseVersion(normaliseVersion(version));
  if (!parsed.ok) return undefined;
  return parsed.value.major > 1 || (parsed.value.major === 1 && parsed.value.minor >= minor);
}

/** The minors that a run clears fields for, when the control plane takes this step. */
function crossedLimits({ from, to }: VersionStep, rules: EditionRules): readonly FieldLimit[] {
  return fieldLimits.filter(({ kubernetesMinor, cleared }) => {
    if (cleared === undefined || reaches(from, kubernetesMinor) !== false) return false;
    return reaches(to, kubernetesMinor) === true && rules(cleared) === "cleared";
  });
}

/**
 * The fields that a maintenance run clears on any Shoot that sets them, when its control plane takes this step. Without
 * effect on steps inside a minor, and on versions that cannot be read.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, migrations of forced minor updates
 */
export function clearedFields(step: VersionStep, rules: EditionRules): readonly SpecCleanUp[] {
  return crossedLimits(step, rules).map(({ field, effect }) => ({ field, effect }));
}

/**
 * What of {@link clearedFields} a Shoot really sets. A `secretBindingName` beside a `credentialsBindingName` stays.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, migrations of forced minor updates
 */
export function specCleanUps(spec: ShootSpec, step: VersionStep, rules: EditionRules): readonly SpecCleanUp[] {
  return clearedFields(step, rules).filter(({ field }) => {
    if (field === "secretBindingName" && (spec.credentialsBindingName ?? "") !== "") return false;
    return hasField(spec, field);
  });
}

/**
 * The fields that the API server refuses at a Kubernetes version and the Shoot sets. `cloudProfileName` is not among
 * them while `cloudProfile` names a profile: the server then empties it by itself.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go, fields not supported from a Kubernetes version on
 */
export function refusedFields(spec: ShootSpec, version: string, rules: EditionRules): readonly SpecField[] {
  return refusedFieldNames(version, rules).filter((field) => {
    if (field === "cloudProfileName") return false;
    return hasField(spec, field);
  });
}

/**
 * The names of all fields that the API server refuses at a Kubernetes version.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go, fields not supported from a Kubernetes version on
 */
export function refusedFieldNames(version: string, rules: EditionRules): readonly SpecField[] {
  return fieldLimits
    .filter(({ refused, kubernetesMinor }) => {
      return refused !== undefined && reaches(version, kubernetesMinor) === true && rules(refused) === "refused";
    })
    .map(({ field }) => field);
}
