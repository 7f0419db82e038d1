import { isLabelKey } from "#lib/kube/labels.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { type ProfileErrors, profileError, profileErrorIf } from "./profile-error.ts";

/** Whether a text is an unprefixed name. @source Gardener: validation/utils.go, validateUnprefixedQualifiedName */
export function isUnprefixedName(name: string): boolean {
  return isLabelKey(name) && !name.includes("/");
}

/** Errors for a name in a profile: it is required, and must be a qualified name without a prefix. */
export function checkUnprefixedName(name: string | null | undefined, path: string): ProfileErrors {
  if (!name) return [profileError("VALUE_REQUIRED", path)];
  return profileErrorIf(!isUnprefixedName(name), "NAME_INVALID", path);
}

/** Errors for a negative resource quantity. Text that is no quantity is rejected before validation. */
export function checkProfileQuantity(quantity: string | null | undefined, path: string): ProfileErrors {
  const order = quantity ? compareQuantities(quantity, "0") : undefined;
  return profileErrorIf(order !== undefined && order < 0, "QUANTITY_NEGATIVE", path);
}
