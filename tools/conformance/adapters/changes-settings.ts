import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { review } from "#lib/policy/changes/review.ts";
import type { FieldErrorCode } from "#lib/policy/spec-validation/field-error.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";

interface SettingsCase {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly status?: ShootStatus;
  readonly namespace: string;
}

interface FieldCases {
  /** From the spec on; a number is a place in a list. */
  readonly field: string;
  /** Each is a case: the field with this value. */
  readonly values: readonly unknown[];
}

/** What static validation says to a change, each place with the type of its error, once. */
export const changesSettingsAdapters: Adapters = {
  "shoot-settings": adapter<SettingsCase>((change) => ({ errors: placesOf(change) })),
  "shoot-admission": adapter<AdmissionCase>((change) => ({ errors: admissionPlacesOf(change) })),
  "shoot-field": adapter<Omit<SettingsCase, "new"> & FieldCases>((input) => ({
    errors: changesOf(input).map(placesOf),
  })),
  "shoot-admission-field": adapter<Omit<AdmissionCase, "new"> & FieldCases>((input) => ({
    errors: changesOf(input).map(admissionPlacesOf),
  })),
};

interface AdmissionCase extends SettingsCase {
  readonly profile: CloudProfileSpec;
  readonly seed: Seed;
}

/** Versions of these cases have expired long ago, or never will. */
const afterAllDates = Date.UTC(2026, 0, 1);

/** What the API server refuses without a field. */
const withoutField: ReadonlySet<FieldErrorCode> = new Set([
  "SEED_BY_BINDING",
  "CANNOT_BE_UNSET",
  "SEED_HAS_TOO_FEW_ZONES",
  "SEED_IN_DELETION",
  "SHOOT_RESCHEDULED",
]);

/** The same of admission, which ends with the first refusal that has no field. */
function admissionPlacesOf({ profile, seed, ...change }: AdmissionCase): readonly string[] {
  const named = change.new.seedName === seed.metadata.name ? seed : undefined;
  const { errors } = review({ ...change, profile: prepareProfile(profile), seed: named, now: afterAllDates });
  if (errors.some(({ code }) => withoutField.has(code))) return ["refused"];
  return [...new Set(errors.map(({ path, type }) => `${path} ${type}`))].sort();
}

function changesOf<Case extends { readonly old: ShootSpec }>({ field, values, ...shoot }: Case & FieldCases) {
  return values.map((value) => ({ ...shoot, new: withField(shoot.old, field.split("."), value) }));
}

function placesOf(change: SettingsCase): readonly string[] {
  const { errors } = review({ ...change, now: 0 });
  return [...new Set(errors.map(({ path, type }) => `${path} ${type}`))].sort();
}

/** A copy with one field set; objects on the way are made where they are missing. */
function withField<Holder>(holder: Holder, [step = "", ...rest]: readonly string[], value: unknown): Holder {
  const copy = structuredClone(holder);
  const fields: Record<string, unknown> = Object(copy);
  const below = fields[step];
  fields[step] =
    rest.length === 0 ? value : withField(isRecord(below) || Array.isArray(below) ? below : {}, rest, value);
  return copy;
}
