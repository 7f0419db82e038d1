import type { EditionRules } from "../editions/edition-rules.ts";
import { compareNormalised } from "../versions/constraint.ts";
import { refusedFieldNames } from "./spec-clean-up.ts";

const pullCredentialsPolicy = "kubernetes.kubelet.imagePullCredentialsVerificationPolicy";

/** The one field that needs a newer Kubernetes, instead of ending with one. */
function isTooEarly(field: string, version: string, rules: EditionRules): boolean {
  if (field !== pullCredentialsPolicy || rules("kubelet.pullCredentialsPolicy") !== "from135") return false;
  const reached = compareNormalised(version, ">=", "1.35.0");
  return reached.ok && !reached.value;
}

/**
 * The fields that stand against a Kubernetes version: the API server refuses them there.
 *
 * @param present the fields that the Shoot sets, as paths below `spec`
 * @returns those of `present` that are refused, in their order
 * @source Gardener: pkg/api/core/validation/shoot.go, fields tied to a Kubernetes version
 */
export function upgradeBlockers(version: string, present: readonly string[], rules: EditionRules): readonly string[] {
  const refused: readonly string[] = refusedFieldNames(version, rules);
  return present.filter((field) => refused.includes(field) || isTooEarly(field, version, rules));
}
