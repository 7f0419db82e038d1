import { fieldAt } from "#lib/kube/field.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type Faults, faultIf } from "./fault.ts";
import { checkQuantity, isSet, oneOf, quantityText, required } from "./field-checks.ts";

const resources: readonly string[] = ["cpu", "memory"];

/** Errors for a list of resource quantities that may only contain CPU and memory. */
export function resourceFaults(path: string, list: unknown): Faults {
  if (!isRecord(list)) return [];
  return Object.entries(list).flatMap(([resource, value]) => {
    const at = `${path}.${resource}`;
    return [...oneOf(at, resource, resources), ...checkQuantity(at, value)];
  });
}

/**
 * Validation of `minAllowed` of a control plane component: it must be set, and not below the component's minimum.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateControlPlaneAutoscaling
 */
export function validateAutoscaling(path: string, block: unknown, floor: Readonly<Record<string, string>>): Faults {
  if (!isSet(block)) return [];
  const least = fieldAt(block, "minAllowed");
  const at = `${path}.minAllowed`;
  if (!isRecord(least) || Object.keys(least).length === 0) return required(at, undefined);
  const tooLow = Object.entries(floor).flatMap(([resource, minimum]): Faults => {
    const given = quantityText(least[resource]);
    const isLess = given !== undefined && (compareQuantities(given, minimum) ?? 0) < 0;
    return faultIf(isLess, `${at}.${resource}`, "BELOW_MINIMUM", { minimum });
  });
  return [...tooLow, ...resourceFaults(at, least)];
}
