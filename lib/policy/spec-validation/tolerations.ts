import type { ShootSpec } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { type TolerationError, validateTolerations } from "../scheduling/tolerations.ts";
import { type FieldErrorCode, type FieldErrors, fieldError } from "./field-error.ts";

const codes = {
  KEY_REQUIRED: "VALUE_REQUIRED",
  KEY_INVALID: "NAME_INVALID",
  VALUE_INVALID: "NAME_INVALID",
  DUPLICATE: "VALUE_DUPLICATE",
} as const satisfies Record<TolerationError["code"], FieldErrorCode>;

/** The tolerations of a Shoot, tolerating malformed entries. */
export function tolerationsOf(spec: ShootSpec) {
  return listAt(spec, "tolerations").map((one) => ({
    key: stringAt(one, "key") ?? "",
    value: stringAt(one, "value") ?? null,
  }));
}

/** Validation of a Shoot's new tolerations. @source Gardener: pkg/api/core/validation, ValidateTolerations */
export function validateShootTolerations(spec: ShootSpec): FieldErrors {
  const tolerations = tolerationsOf(spec);
  return validateTolerations(tolerations, "spec.tolerations").map(({ path, code }) => {
    const { key = "", value } = tolerations[Number(/\[(\d+)\]/.exec(path)?.[1])] ?? {};
    return fieldError(path, codes[code], { value: code === "VALUE_INVALID" ? (value ?? "") : key });
  });
}
