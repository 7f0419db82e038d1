import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { isCronSpec } from "../hibernation/cron.ts";
import { isScheduleLocation } from "../hibernation/schedule-zone.ts";
import { isSelfHosted } from "../maintenance/control-plane-pools.ts";
import { findHibernationRejections } from "../operations/hibernation.ts";
import type { OperationReason } from "../operations/reasons.ts";
import { checkRequired, isSet } from "./field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";

const path = "spec.hibernation";

/**
 * Validation of the hibernation block: a self-hosted Shoot has none, and schedules must be readable and without
 * duplicates.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateHibernation
 */
export function validateHibernation(spec: ShootSpec, rules: GardenerRules): FieldErrors {
  const { hibernation } = spec;
  if (!isSet(hibernation)) return [];
  if (isSelfHosted(spec) && rules("hibernate.selfHosted") === "refused") {
    return [fieldError(path, "HIBERNATION_SELF_HOSTED")];
  }
  const seen = new Set<string>();
  return listAt(hibernation, "schedules").flatMap((schedule, index) => scheduleErrors(index, schedule, seen));
}

/** Errors for one hibernation schedule. The API server's path for an empty schedule contains both of its ends. */
function scheduleErrors(index: number, schedule: unknown, seen: Set<string>): FieldErrors {
  const at = `${path}.schedules[${index}]`;
  const isEmpty = !isSet(fieldAt(schedule, "start")) && !isSet(fieldAt(schedule, "end"));
  const location = stringAt(schedule, "location");
  const isUnknown = location !== undefined && !isScheduleLocation(location);
  return [
    ...(isEmpty ? checkRequired(`${at}.start/end`, undefined) : []),
    ...cronErrors(`${at}.start`, stringAt(schedule, "start"), seen),
    ...cronErrors(`${at}.end`, stringAt(schedule, "end"), seen),
    ...fieldErrorIf(isUnknown, `${at}.location`, "TIME_ZONE_UNKNOWN", { value: location ?? "" }),
  ];
}

function cronErrors(at: string, value: string | undefined, seen: Set<string>): FieldErrors {
  if (value === undefined) return [];
  if (!isCronSpec(value)) return [fieldError(at, "CRON_MALFORMED", { value })];
  if (seen.has(value)) return [fieldError(at, "VALUE_DUPLICATE", { value })];
  seen.add(value);
  return [];
}

/**
 * Static validation errors for enabling hibernation: a rotation or a change of encryption is in progress. Other reasons
 * against hibernation are checked elsewhere.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateHibernationUpdate
 */
export function validateHibernationChange(
  before: ShootSpec,
  after: ShootSpec,
  status: ShootStatus | null | undefined,
  rules: GardenerRules,
): FieldErrors {
  const fallsAsleep = after.hibernation?.enabled === true && before.hibernation?.enabled !== true;
  if (!fallsAsleep || !status) return [];
  const shoot = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name: "" },
    spec: before,
    status,
  };
  return findHibernationRejections(shoot, rules).flatMap(ofReason);
}

function ofReason(reason: OperationReason): FieldErrors {
  const at = `${path}.enabled`;
  switch (reason.id) {
    case "etcd-encryption-key-rotation":
      return [fieldError(at, "HIBERNATION_ENCRYPTION_KEY", { phase: reason.phase })];
    case "service-account-key-rotation":
      return [fieldError(at, "HIBERNATION_SERVICE_ACCOUNT_KEY", { phase: reason.phase })];
    case "encryption-config-rolling-out":
      return [fieldError(at, "HIBERNATION_ENCRYPTION")];
    default:
      return [];
  }
}
