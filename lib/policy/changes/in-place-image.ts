import type { Worker } from "#lib/garden/shoot.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { type FieldErrors, fieldError } from "../spec-validation/field-error.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";
import { findInPlaceImageError } from "../versions/in-place-image-error.ts";

const path = "machine.image.version";

/**
 * The machine image version of an in-place pool may be neither removed nor lowered; a rolling pool allows both.
 * @param before The pool of this name before the change; null for a new pool.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateMachineImageUpdate
 */
export function validateInPlaceImage(
  before: Worker | null,
  after: Worker,
  rules: GardenerRules = newestRules,
): FieldErrors {
  if (before === null || !isPoolUpdatedInPlace(after)) return [];
  // Without an image before and after the change no version is removed: the API server fills one in before validation.
  if (!before.machine.image && !after.machine.image) return [];
  const [from, to] = [before.machine.image?.version ?? "", after.machine.image?.version ?? ""];
  const code = findInPlaceImageError(from, to, rules);
  if (code === undefined) return [];
  return [fieldError(path, code, code === "IMAGE_VERSION_UNSET" ? undefined : { from, to })];
}
