import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { validateChange } from "#lib/policy/changes/validate-change.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { forceDeletionReasons } from "#lib/policy/operations/deletion.ts";
import { causeOfFieldError } from "../rules/field-error-messages.ts";
import { refusalReasonMessage } from "../rules/reason-messages.ts";

/** Static validation of a new Shoot's spec. @source Gardener: pkg/api/core/validation/shoot.go, ValidateShoot */
export function validateNewShoot(shoot: Shoot, rules: GardenerRules): readonly KubeStatusCause[] {
  const { spec, metadata } = shoot;
  return validateChange({ old: spec, new: spec, namespace: metadata.namespace }, rules).map(causeOfFieldError);
}

/**
 * Static validation of a Shoot update, without operation annotations. Validation ends early for a Shoot in deletion,
 * and if workers are added to a workerless Shoot or all workers are removed.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootUpdate
 */
export function validateChangedShoot(before: Shoot, after: Shoot, rules: GardenerRules): readonly KubeStatusCause[] {
  const changed = !semanticallyEqual(before.spec, after.spec);
  if (changed && after.metadata.deletionTimestamp !== undefined) {
    return [causeOfFieldError({ path: "spec", code: "SPEC_FROZEN", type: "Forbidden" })];
  }
  return [...(changed ? specChangeCauses(before, after, rules) : []), ...forceDeletionCauses(before, after)];
}

function specChangeCauses(before: Shoot, after: Shoot, rules: GardenerRules): readonly KubeStatusCause[] {
  const faults = validateChange(
    {
      old: before.spec,
      new: after.spec,
      pending: after.status?.inPlaceUpdates?.pendingWorkerUpdates ?? null,
      operation: annotationOf(after, annotations.operation) || null,
      status: after.status ?? {},
      namespace: after.metadata.namespace,
    },
    rules,
  );
  return faults.map(causeOfFieldError);
}

function forceDeletionCauses(before: Shoot, after: Shoot): readonly KubeStatusCause[] {
  const key = annotations.confirmForceDeletion;
  return forceDeletionReasons({
    oldAnnotation: annotationOf(before, key),
    newAnnotation: annotationOf(after, key),
    deletionTimestamp: after.metadata.deletionTimestamp,
    lastErrors: after.status?.lastErrors,
  }).map((reason) => fieldErrorCause("Forbidden", `metadata.annotations[${key}]`, refusalReasonMessage(reason)));
}
