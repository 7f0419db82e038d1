import { isLabelKey } from "#lib/kube/labels.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { type ProfileFaults, profileFault, profileFaultIf } from "./profile-fault.ts";

/** @source Gardener: pkg/api/core/validation/utils.go, validateUnprefixedQualifiedName */
export function isUnprefixedName(name: string): boolean {
  return isLabelKey(name) && !name.includes("/");
}

/** Errors for a name in a profile: it is required, and must be a qualified name without a prefix. */
export function nameFaults(name: string | null | undefined, path: string): ProfileFaults {
  if (!name) return [profileFault("VALUE_REQUIRED", path)];
  return profileFaultIf(!isUnprefixedName(name), "NAME_INVALID", path);
}

/** Errors for a negative quantity. Text that is no quantity is rejected before validation. */
export function quantityFaults(quantity: string | null | undefined, path: string): ProfileFaults {
  const order = quantity ? compareQuantities(quantity, "0") : undefined;
  return profileFaultIf(order !== undefined && order < 0, "QUANTITY_NEGATIVE", path);
}
