import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { reviewShootChange } from "#lib/policy/changes/review-shoot-change.ts";
import type { FieldErrorCode } from "#lib/policy/spec-validation/field-error.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";

interface SettingsCase {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly status?: ShootStatus;
  readonly namespace: string;
}

interface FieldCases {
  /** Path of a field below the spec; a number is a list index. */
  readonly field: string;
  /** Values for the field; each is one case. */
  readonly values: readonly unknown[];
}

/** The errors of static validation for a change, each as path and type, without duplicates. */
export const changesSettingsAdapters: VectorAdapters = {
  "shoot-settings": createVectorAdapter<SettingsCase>((change) => ({ errors: placesOf(change) })),
  "shoot-admission": createVectorAdapter<AdmissionCase>((change) => ({ errors: admissionPlacesOf(change) })),
  "shoot-field": createVectorAdapter<Omit<SettingsCase, "new"> & FieldCases>((input) => ({
    errors: changesOf(input).map(placesOf),
  })),
  "shoot-admission-field": createVectorAdapter<Omit<AdmissionCase, "new"> & FieldCases>((input) => ({
    errors: changesOf(input).map(admissionPlacesOf),
  })),
};

interface AdmissionCase extends SettingsCase {
  readonly profile: CloudProfileSpec;
  readonly seed: Seed;
}

/** Versions in these cases expired long ago or never expire. */
const afterAllDates = Date.UTC(2026, 0, 1);

/** Codes of errors that the API server reports without a field. */
const withoutField: ReadonlySet<FieldErrorCode> = new Set([
  "SEED_BY_BINDING",
  "CANNOT_BE_UNSET",
  "SEED_HAS_TOO_FEW_ZONES",
  "SEED_IN_DELETION",
  "SHOOT_RESCHEDULED",
]);

/** The errors of admission for a change. Admission ends with the first error that has no field. */
function admissionPlacesOf({ profile, seed, ...change }: AdmissionCase): readonly string[] {
  const named = change.new.seedName === seed.metadata.name ? seed : undefined;
  const { errors } = reviewShootChange({
    ...change,
    profile: prepareProfile(profile),
    seed: named,
    now: afterAllDates,
  });
  if (errors.some(({ code }) => withoutField.has(code))) return ["refused"];
  return [...new Set(errors.map(({ path, type }) => `${path} ${type}`))].sort();
}

function changesOf<Case extends { readonly old: ShootSpec }>({ field, values, ...shoot }: Case & FieldCases) {
  return values.map((value) => ({ ...shoot, new: withField(shoot.old, field.split("."), value) }));
}

function placesOf(change: SettingsCase): readonly string[] {
  const { errors } = reviewShootChange({ ...change, now: 0 });
  return [...new Set(errors.map(({ path, type }) => `${path} ${type}`))].sort();
}

/** A copy of an object with one field set; missing objects on the path are created. */
function withField<Holder>(holder: Holder, [step = "", ...rest]: readonly string[], value: unknown): Holder {
  const copy = structuredClone(holder);
  const fields: Record<string, unknown> = Object(copy);
  const below = fields[step];
  fields[step] =
    rest.length === 0 ? value : withField(isRecord(below) || Array.isArray(below) ? below : {}, rest, value);
  return copy;
}
