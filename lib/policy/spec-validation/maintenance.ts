import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { type InvalidTimeWindow, validateTimeWindow } from "../maintenance/time-window.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { isValidRotationPeriod } from "../operations/auto-rotation.ts";
import { checkNotWithoutWorkers, isSet, parseDurationSeconds } from "./field-checks.ts";
import { type FieldErrorCode, type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";

const path = "spec.maintenance";

const windowCodes = {
  INVALID_TIME: "WINDOW_MALFORMED",
  WINDOW_TOO_SHORT: "WINDOW_TOO_SHORT",
  WINDOW_TOO_LONG: "WINDOW_TOO_LONG",
} as const satisfies Record<InvalidTimeWindow["code"], FieldErrorCode>;

/**
 * Validation of maintenance: a window of 30 minutes to 6 hours, and automatic rotations every 30 minutes to 90 days, or
 * never. The API server's path for an unreadable window contains both ends.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateMaintenance
 */
export function validateMaintenance(spec: ShootSpec): FieldErrors {
  const { maintenance } = spec;
  const isWorkerless = workerPoolsOf(spec).length === 0;
  const credentials = `${path}.autoRotation.credentials`;
  const block = (family: string) => fieldAt(maintenance, "autoRotation", "credentials", family);
  const images = fieldAt(maintenance, "autoUpdate", "machineImageVersion");
  return [
    ...(isWorkerless ? checkNotWithoutWorkers(`${path}.autoUpdate.machineImageVersion`, images) : []),
    ...periodErrors(`${credentials}.observability`, block("observability")),
    ...(isWorkerless
      ? checkNotWithoutWorkers(`${credentials}.sshKeypair`, block("sshKeypair"))
      : periodErrors(`${credentials}.sshKeypair`, block("sshKeypair"))),
    ...periodErrors(`${credentials}.etcdEncryptionKey`, block("etcdEncryptionKey")),
    ...windowErrors(maintenance?.timeWindow),
  ];
}

function periodErrors(at: string, block: unknown): FieldErrors {
  const period = fieldAt(block, "rotationPeriod");
  if (!isSet(period)) return [];
  const seconds = parseDurationSeconds(period);
  if (seconds === undefined) return [fieldError(`${at}.rotationPeriod`, "NOT_A_DURATION")];
  const facts = { value: String(period) };
  return fieldErrorIf(!isValidRotationPeriod(seconds), `${at}.rotationPeriod`, "ROTATION_PERIOD", facts);
}

function windowErrors(window: unknown): FieldErrors {
  if (!isSet(window)) return [];
  const judged = validateTimeWindow({ begin: fieldAt(window, "begin"), end: fieldAt(window, "end") });
  if (judged.ok) return [];
  const code = windowCodes[judged.error.code];
  const at = `${path}.timeWindow`;
  return [fieldError(code === "WINDOW_MALFORMED" ? `${at}.begin/end` : at, code)];
}
