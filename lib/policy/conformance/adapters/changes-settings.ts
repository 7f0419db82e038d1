import type { ShootSpec, ShootStatus } from "../../../garden/shoot.ts";
import { isRecord } from "../../../kube/wire.ts";
import { review } from "../../changes/review.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";

interface SettingsCase {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly status?: ShootStatus;
  readonly namespace: string;
}

interface FieldCase extends Omit<SettingsCase, "new"> {
  /** From the spec on; a number is a place in a list. */
  readonly field: string;
  /** Each is a case: the field with this value. */
  readonly values: readonly unknown[];
}

/** What static validation says to a change, each place with the type of its error, once. */
export const changesSettingsAdapters: Adapters = new Map([
  ["shoot-settings", adapter<SettingsCase>((change) => ({ errors: placesOf(change) }))],
  [
    "shoot-field",
    adapter<FieldCase>(({ field, values, ...shoot }) => ({
      errors: values.map((value) => placesOf({ ...shoot, new: withField(shoot.old, field.split("."), value) })),
    })),
  ],
]);

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
