import "server-only";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { validateChange } from "#lib/policy/changes/validate-change.ts";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import { isCronSpec } from "#lib/policy/hibernation/cron.ts";
import { isLocation } from "#lib/policy/hibernation/schedule-zone.ts";
import { validateTimeWindow } from "#lib/policy/maintenance/time-window.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { automaticFamilies, isValidRotationPeriod } from "#lib/policy/operations/auto-rotation.ts";
import { forceDeletionReasons } from "#lib/policy/operations/deletion.ts";
import { mayHibernate } from "#lib/policy/operations/hibernation.ts";
import { validateTolerations } from "#lib/policy/scheduling/tolerations.ts";
import { wordsOfRefusal } from "../rules/refusal-words.ts";
import { faultCause, fieldCause } from "../rules/shoot-fault-words.ts";

/** Static validation of a new Shoot, beside its operations. @source Gardener: pkg/api/core/validation/shoot.go, ValidateShoot */
export function validateNewShoot(shoot: Shoot, rules: EditionRules): readonly KubeStatusCause[] {
  const { spec } = shoot;
  return [...validateChange({ old: spec, new: spec }, rules).map(faultCause), ...specCauses(spec)];
}

/**
 * Static validation of a changed Shoot, beside its operations. What is being deleted, and a change between workers and no
 * workers, ends it at once.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootUpdate
 */
export function validateChangedShoot(before: Shoot, after: Shoot, rules: EditionRules): readonly KubeStatusCause[] {
  const changed = !semanticallyEqual(before.spec, after.spec);
  if (changed && after.metadata.deletionTimestamp !== undefined) {
    return [faultCause({ path: "spec", code: "SPEC_FROZEN", type: "Forbidden" })];
  }
  return [...(changed ? specChangeCauses(before, after, rules) : []), ...forceDeletionCauses(before, after)];
}

function specChangeCauses(before: Shoot, after: Shoot, rules: EditionRules): readonly KubeStatusCause[] {
  const faults = validateChange(
    {
      old: before.spec,
      new: after.spec,
      pending: after.status?.inPlaceUpdates?.pendingWorkerUpdates ?? null,
      operation: annotationOf(after, annotations.operation) || null,
      status: after.status,
    },
    rules,
  );
  if (faults.some(({ code }) => code === "WORKERLESS_SWITCH")) return faults.map(faultCause);
  return [...faults.map(faultCause), ...specCauses(after.spec), ...hibernationCauses(before, after, rules)];
}

/** The constraint is admission's; everything else about sleeping is judged here. */
function hibernationCauses(before: Shoot, after: Shoot, rules: EditionRules): readonly KubeStatusCause[] {
  const [was, is] = [before.spec.hibernation?.enabled === true, after.spec.hibernation?.enabled === true];
  const asleep = was || before.status?.hibernated === true;
  const encryption = (shoot: Shoot) => shoot.spec.kubernetes.kubeAPIServer?.encryptionConfig ?? null;
  const causes: KubeStatusCause[] = [];
  if (is && !was) {
    const reasons = mayHibernate(before, rules).filter(
      ({ id }) =>
        id !== "hibernation-possible-constraint" && id !== "migration-or-restore" && id !== "maintenance-operation",
    );
    causes.push(
      ...reasons.map((reason) => fieldCause("Forbidden", "spec.hibernation.enabled", wordsOfRefusal(reason))),
    );
  }
  if (asleep && !semanticallyEqual(encryption(before), encryption(after))) {
    const field = "spec.kubernetes.kubeAPIServer.encryptionConfig";
    causes.push(fieldCause("Forbidden", field, "cannot be changed while the Shoot is hibernated"));
  }
  return causes;
}

function forceDeletionCauses(before: Shoot, after: Shoot): readonly KubeStatusCause[] {
  const key = annotations.confirmForceDeletion;
  return forceDeletionReasons({
    oldAnnotation: annotationOf(before, key),
    newAnnotation: annotationOf(after, key),
    deletionTimestamp: after.metadata.deletionTimestamp,
    lastErrors: after.status?.lastErrors,
  }).map((reason) => fieldCause("Forbidden", `metadata.annotations[${key}]`, wordsOfRefusal(reason)));
}

function specCauses(spec: ShootSpec): readonly KubeStatusCause[] {
  return [...poolCauses(spec), ...maintenanceCauses(spec), ...scheduleCauses(spec), ...tolerationCauses(spec)];
}

function poolCauses(spec: ShootSpec): readonly KubeStatusCause[] {
  return poolsOf(spec).flatMap(({ name, machine, minimum = 0, maximum = 0 }, index) => {
    const path = `spec.provider.workers[${index}]`;
    const causes: KubeStatusCause[] = [];
    if (name === "") causes.push(fieldCause("Required", `${path}.name`, "a pool must have a name"));
    if (name.length > 15) causes.push(fieldCause("TooLong", `${path}.name`, "may not be more than 15 bytes"));
    if (!machine.type) causes.push(fieldCause("Required", `${path}.machine.type`, "a machine type is required"));
    if (minimum < 0)
      causes.push(fieldCause("Invalid", `${path}.minimum`, `${minimum}: must be greater than or equal to 0`));
    if (maximum < minimum) {
      causes.push(fieldCause("Forbidden", `${path}.maximum`, "maximum value must not be less than minimum value"));
    }
    return causes;
  });
}

const windowWords = {
  INVALID_TIME: "must have the form HHMMSS+ZONE",
  WINDOW_TOO_SHORT: "the time window must not be shorter than 30 minutes",
  WINDOW_TOO_LONG: "the time window must not be longer than 6 hours",
} as const;

function maintenanceCauses({ maintenance, provider }: ShootSpec): readonly KubeStatusCause[] {
  const causes: KubeStatusCause[] = [];
  const window = maintenance?.timeWindow;
  const judged = window ? validateTimeWindow(window) : undefined;
  if (judged && !judged.ok) {
    causes.push(
      fieldCause(
        "Invalid",
        "spec.maintenance.timeWindow",
        `${JSON.stringify(window)}: ${windowWords[judged.error.code]}`,
      ),
    );
  }
  const credentials = maintenance?.autoRotation?.credentials;
  for (const family of automaticFamilies) {
    const period = credentials?.[family]?.rotationPeriod;
    const field = `spec.maintenance.autoRotation.credentials.${family}`;
    const seconds = period ? durationSeconds(period) : 0;
    if (seconds === undefined || !isValidRotationPeriod(seconds)) {
      causes.push(
        fieldCause(
          "Invalid",
          `${field}.rotationPeriod`,
          `${JSON.stringify(period)}: must be 0 or between 30 minutes and 90 days`,
        ),
      );
    }
  }
  if (credentials?.sshKeypair && (provider.workers ?? []).length === 0) {
    const field = "spec.maintenance.autoRotation.credentials.sshKeypair";
    causes.push(fieldCause("Forbidden", field, "a Shoot without workers has no SSH key pair"));
  }
  return causes;
}

function scheduleCauses({ hibernation }: ShootSpec): readonly KubeStatusCause[] {
  return (hibernation?.schedules ?? []).flatMap(({ start, end, location }, index) => {
    const path = `spec.hibernation.schedules[${index}]`;
    const causes: KubeStatusCause[] = [];
    if (!start && !end) causes.push(fieldCause("Required", path, "either start or end has to be provided"));
    for (const [name, expression] of [
      ["start", start],
      ["end", end],
    ] as const) {
      if (expression && !isCronSpec(expression)) {
        causes.push(fieldCause("Invalid", `${path}.${name}`, `${JSON.stringify(expression)}: not a valid cron spec`));
      }
    }
    if (location && !isLocation(location)) {
      causes.push(fieldCause("Invalid", `${path}.location`, `${JSON.stringify(location)}: unknown time zone`));
    }
    return causes;
  });
}

function tolerationCauses({ tolerations }: ShootSpec): readonly KubeStatusCause[] {
  return validateTolerations(tolerations ?? [], "spec.tolerations").map(({ path, code }) => {
    if (code === "KEY_REQUIRED") return fieldCause("Required", path, "a key is required");
    if (code === "DUPLICATE") return fieldCause("Duplicate", path, "tolerations must be unique");
    return fieldCause("Invalid", path, "must be a qualified name or label value");
  });
}
