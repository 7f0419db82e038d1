import type { EditionRules } from "../editions/edition-rules.ts";
import { compareNormalised } from "./constraint.ts";

/**
 * What static validation says to a new image version of an existing in-place pool: it may neither vanish nor go back.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateMachineImageUpdate
 */
export function inPlaceImageFault(
  from: string,
  to: string,
  rules: EditionRules,
): "IMAGE_VERSION_UNSET" | "IMAGE_DOWNGRADE_IN_PLACE" | undefined {
  if (rules("image.inPlaceDowngrade") === "allowed") return undefined;
  if (to === "") return "IMAGE_VERSION_UNSET";
  const lower = compareNormalised(to, "<", from);
  return lower.ok && lower.value ? "IMAGE_DOWNGRADE_IN_PLACE" : undefined;
}
