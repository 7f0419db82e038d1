import type { EditionRules } from "../editions/edition-rules.ts";

/** What a run makes of an etcd encryption key whose rotation is due. */
export type EtcdRotationOutcome =
  | { readonly outcome: "none" }
  | { readonly outcome: "started"; readonly operation: "rotate-etcd-encryption-key" }
  /** The operation is not allowed while the Shoot is hibernated, and it takes the whole run with it. */
  | { readonly outcome: "run-refused" };

/**
 * What a run makes of the etcd encryption key, by the release of the controller-manager: releases that rotate at all,
 * and those that leave a hibernated Shoot alone instead of having the run refused.
 *
 * @param due whether the last completion (or the creation) is longer ago than the period
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, automatic rotation of credentials
 */
export function etcdRotationInRun(
  { due, hibernated }: { readonly due: boolean; readonly hibernated: boolean },
  rules: EditionRules,
): EtcdRotationOutcome {
  const rule = rules("maint.autoRotation");
  if (!due || rule === "absent") return { outcome: "none" };
  if (!hibernated) return { outcome: "started", operation: "rotate-etcd-encryption-key" };
  return rule === "present" ? { outcome: "run-refused" } : { outcome: "none" };
}

/**
 * The rotation period that a new Shoot gets when its owner names none: a Go duration, or null for none.
 *
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go, automatic rotation of the etcd encryption key
 */
export function defaultEtcdRotationPeriod(rules: EditionRules): string | null {
  return rules("maint.etcdRotationDefault") === "28d" ? "672h" : null;
}
