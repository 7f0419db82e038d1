import type { GardenerRules } from "../editions/gardener-rules.ts";
import { compareVersionTexts } from "./constraint.ts";

/**
 * Static validation of a new image version of an existing in-place pool: it may be neither removed nor lowered.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateMachineImageUpdate
 */
export function findInPlaceImageError(
  from: string,
  to: string,
  rules: GardenerRules,
): "IMAGE_VERSION_UNSET" | "IMAGE_DOWNGRADE_IN_PLACE" | undefined {
  if (rules("image.inPlaceDowngrade") === "allowed") return undefined;
  if (to === "") return "IMAGE_VERSION_UNSET";
  const lower = compareVersionTexts(to, "<", from);
  return lower.ok && lower.value ? "IMAGE_DOWNGRADE_IN_PLACE" : undefined;
}
