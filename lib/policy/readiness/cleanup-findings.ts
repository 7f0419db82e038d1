import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { SpecCleanup } from "../maintenance/spec-cleanup.ts";
import type { ReadinessFinding } from "./readiness-finding.ts";
import type { SpecAfterStep } from "./spec-after-step.ts";

/**
 * Fields that maintenance changes with the version. A risk if something that they do ends with the step.
 *
 * @param spec the spec before the step
 */
export function cleanupFindings(
  spec: ShootSpec,
  { cleanups }: Pick<SpecAfterStep, "cleanups">,
): readonly ReadinessFinding[] {
  return cleanups.map((cleanup) => ({
    id: "field-changed",
    severity: endsSomething(spec, cleanup) ? "risk" : "note",
    fixer: "user",
    certainty: "known",
    cleanup,
  }));
}

/** Whether the cluster loses what a field does: not if the value moves elsewhere, or only says what holds without it. */
function endsSomething(spec: ShootSpec, { field, effect }: SpecCleanup): boolean {
  if (effect === "moved" || effect === "replaced") return false;
  switch (field) {
    case "addons":
      return isRecord(spec.addons) && Object.values(spec.addons).some((addon) => fieldAt(addon, "enabled") === true);
    case "kubernetes.kubeAPIServer.enableAnonymousAuthentication":
      return fieldAt(spec, ...field.split(".")) === true;
    case "provider.workers[].maximum":
      // The maximum is only raised, to one node per zone.
      return false;
    default:
      return true;
  }
}
