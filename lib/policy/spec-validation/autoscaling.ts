import { fieldAt } from "#lib/kube/field.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { checkOneOf, checkQuantity, checkRequired, isSet, quantityToString } from "./field-checks.ts";
import { type FieldErrors, fieldErrorIf } from "./field-error.ts";

const resources: readonly string[] = ["cpu", "memory"];

/** Errors for a list of resource quantities that may only contain CPU and memory. */
export function checkResourceQuantities(path: string, list: unknown): FieldErrors {
  if (!isRecord(list)) return [];
  return Object.entries(list).flatMap(([resource, value]) => {
    const at = `${path}.${resource}`;
    return [...checkOneOf(at, resource, resources), ...checkQuantity(at, value)];
  });
}

/**
 * Validation of `minAllowed` of a control plane component: it must be set, and not below the component's minimum.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateControlPlaneAutoscaling
 */
export function validateAutoscaling(
  path: string,
  block: unknown,
  floor: Readonly<Record<string, string>>,
): FieldErrors {
  if (!isSet(block)) return [];
  const least = fieldAt(block, "minAllowed");
  const at = `${path}.minAllowed`;
  if (!isRecord(least) || Object.keys(least).length === 0) return checkRequired(at, undefined);
  const tooLow = Object.entries(floor).flatMap(([resource, minimum]): FieldErrors => {
    const given = quantityToString(least[resource]);
    const isLess = given !== undefined && (compareQuantities(given, minimum) ?? 0) < 0;
    return fieldErrorIf(isLess, `${at}.${resource}`, "BELOW_MINIMUM", { minimum });
  });
  return [...tooLow, ...checkResourceQuantities(at, least)];
}
