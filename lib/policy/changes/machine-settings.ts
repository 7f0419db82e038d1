import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { checkDuration, checkNotNegative, isSet } from "../spec-validation/field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";

/** A pool's `machineControllerManager` block, with the facts about the pool that its rules need. */
export interface MachineSettingsInPool {
  readonly updateStrategy?: string | null;
  readonly maximum?: number;
  /** Whether the pool allows system components; true when missing. */
  readonly systemComponentsAllowed?: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}

const durationFields = [
  "machineDrainTimeout",
  "machineHealthTimeout",
  "machineCreationTimeout",
  "machinePreserveTimeout",
];

/**
 * Validation of machine-controller-manager settings. Paths are relative to the block; the API server's own messages
 * call it `machineControllerManagerSettings`.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateMachineControllerManagerSettings
 */
export function validateMachineSettings(pool: MachineSettingsInPool, rules: GardenerRules = newestRules): FieldErrors {
  return [
    ...unknownFields(pool.settings, rules),
    ...durationFields.flatMap((field) => checkDuration(field, pool.settings[field])),
    ...checkNotNegative("maxEvictRetries", pool.settings.maxEvictRetries),
    ...inPlaceErrors(pool, rules),
    ...preserveErrors(pool),
  ];
}

/** Errors for settings that the API server does not know and therefore drops, or rejects under strict validation. */
function unknownFields(settings: MachineSettingsInPool["settings"], rules: GardenerRules): FieldErrors {
  const unknown = [
    ...(rules("mcm.preserve") === "absent" ? ["machinePreserveTimeout", "autoPreserveFailedMachineMax"] : []),
    ...(rules("inplace.timeout") === "unknownField" ? ["inPlaceUpdateTimeout", "disableHealthTimeout"] : []),
  ];
  return unknown.flatMap((field) => fieldErrorIf(isSet(settings[field]), field, "FIELD_UNKNOWN"));
}

function inPlaceErrors({ updateStrategy, settings }: MachineSettingsInPool, rules: GardenerRules): FieldErrors {
  const inPlace = isPoolUpdatedInPlace({ updateStrategy: updateStrategy ?? null });
  const timeout = settings.inPlaceUpdateTimeout;
  const mayBeSet = !isSet(timeout) || inPlace || rules("inplace.timeout") === "any";
  return [
    ...(mayBeSet
      ? checkDuration("inPlaceUpdateTimeout", timeout)
      : [fieldError("inPlaceUpdateTimeout", "IN_PLACE_ONLY")]),
    ...fieldErrorIf(settings.disableHealthTimeout === true && !inPlace, "disableHealthTimeout", "IN_PLACE_ONLY"),
  ];
}

function preserveErrors({ maximum = 0, systemComponentsAllowed = true, settings }: MachineSettingsInPool): FieldErrors {
  const path = "autoPreserveFailedMachineMax";
  const most = settings[path];
  if (typeof most !== "number") return [];
  if (most < 0) return checkNotNegative(path, most);
  if (systemComponentsAllowed && maximum > 0 && most > maximum - 1) {
    return [fieldError(path, "LEAVE_ONE_FOR_SYSTEM_COMPONENTS")];
  }
  return fieldErrorIf(most > maximum, path, "OVER_MAXIMUM");
}
