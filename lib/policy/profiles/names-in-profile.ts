import { isLabelKey } from "#lib/kube/labels.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { type ProfileFaults, profileFault, profileFaultIf } from "./profile-fault.ts";

/** @source Gardener: pkg/api/core/validation/utils.go, validateUnprefixedQualifiedName */
export function isUnprefixedName(name: string): boolean {
  return isLabelKey(name) && !name.includes("/");
}

/** What is wrong with a name in a profile: it is needed, and a qualified name without a prefix. */
export function nameFaults(name: string | null | undefined, path: string): ProfileFaults {
  if (!name) return [profileFault("VALUE_REQUIRED", path)];
  return profileFaultIf(!isUnprefixedName(name), "NAME_INVALID", path);
}

/** A quantity must not be below zero. One that is no quantity is refused before anything is looked at. */
export function quantityFaults(quantity: string | null | undefined, path: string): ProfileFaults {
  const order = quantity ? compareQuantities(quantity, "0") : undefined;
  return profileFaultIf(order !== undefined && order < 0, "QUANTITY_NEGATIVE", path);
}
