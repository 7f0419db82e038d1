import type { Worker } from "../../garden/shoot.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import { compareNormalised } from "../versions/constraint.ts";
import { isInPlace } from "./effective-pool.ts";
import type { ChangeFault } from "./fault.ts";

const path = "machine.image.version";

/**
 * The machine image version of an in-place pool may neither vanish nor go back; a rolling pool may do both.
 * @param before The pool of this name before the change; null for a new pool, which has nothing to go back from.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateMachineImageUpdate
 */
export function validateInPlaceImage(
  before: Worker | null,
  after: Worker,
  rules: EditionRules = newestRules,
): readonly ChangeFault[] {
  const old = before?.machine.image?.version;
  if (before === null || !isInPlace(after) || !old || rules("image.inPlaceDowngrade") === "allowed") return [];
  const next = after.machine.image?.version;
  if (!next) return [{ path, code: "IMAGE_VERSION_UNSET", type: "Invalid" }];
  const lower = compareNormalised(next, "<", old);
  if (!lower.ok || !lower.value) return [];
  return [{ path, code: "IMAGE_DOWNGRADE_IN_PLACE", type: "Forbidden", facts: { from: old, to: next } }];
}
