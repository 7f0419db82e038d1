import { durationSeconds } from "#lib/kube/go-duration.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import type { ChangeFault, ChangeFaultCode } from "../settings/fault.ts";

/** A pool's `machineControllerManager` block, with what its rules need to know of the pool. */
export interface MachineSettingsInPool {
  readonly updateStrategy?: string | null;
  readonly maximum?: number;
  /** Whether the pool takes system components; true when missing. */
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
 * The rules for the settings of machine-controller-manager. Paths are relative to the block; the API server's own
 * messages call it `machineControllerManagerSettings`.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateMachineControllerManagerSettings
 */
export function validateMachineSettings(
  pool: MachineSettingsInPool,
  rules: EditionRules = newestRules,
): readonly ChangeFault[] {
  return [
    ...unknownFields(pool.settings, rules),
    ...durationFields.flatMap((field) => durationFaults(field, pool.settings[field])),
    ...negative("maxEvictRetries", pool.settings.maxEvictRetries),
    ...inPlaceFaults(pool, rules),
    ...preserveFaults(pool),
  ];
}

/** Fields that the API server does not have yet: it drops them, or refuses them where the client asks it to be strict. */
function unknownFields(settings: MachineSettingsInPool["settings"], rules: EditionRules): readonly ChangeFault[] {
  const unknown = [
    ...(rules("mcm.preserve") === "absent" ? ["machinePreserveTimeout", "autoPreserveFailedMachineMax"] : []),
    ...(rules("inplace.timeout") === "unknownField" ? ["inPlaceUpdateTimeout", "disableHealthTimeout"] : []),
  ];
  return unknown
    .filter((field) => settings[field] !== undefined && settings[field] !== null)
    .map((field) => ({ path: field, code: "FIELD_UNKNOWN", type: "Invalid" }));
}

function durationFaults(path: string, value: unknown): readonly ChangeFault[] {
  if (value === undefined || value === null) return [];
  const seconds = typeof value === "string" ? durationSeconds(value) : undefined;
  if (seconds === undefined) return [invalid(path, "NOT_A_DURATION")];
  return seconds < 0 ? [invalid(path, "NEGATIVE")] : [];
}

function inPlaceFaults(
  { updateStrategy, settings }: MachineSettingsInPool,
  rules: EditionRules,
): readonly ChangeFault[] {
  const inPlace = updateStrategy === "AutoInPlaceUpdate" || updateStrategy === "ManualInPlaceUpdate";
  const timeout = settings.inPlaceUpdateTimeout;
  const faults: ChangeFault[] = [];
  if (timeout !== undefined && timeout !== null) {
    if (inPlace || rules("inplace.timeout") === "any") faults.push(...durationFaults("inPlaceUpdateTimeout", timeout));
    else faults.push({ path: "inPlaceUpdateTimeout", code: "IN_PLACE_ONLY", type: "Forbidden" });
  }
  if (settings.disableHealthTimeout === true && !inPlace) {
    faults.push({ path: "disableHealthTimeout", code: "IN_PLACE_ONLY", type: "Forbidden" });
  }
  return faults;
}

function preserveFaults({
  maximum = 0,
  systemComponentsAllowed = true,
  settings,
}: MachineSettingsInPool): readonly ChangeFault[] {
  const path = "autoPreserveFailedMachineMax";
  const most = settings[path];
  if (typeof most !== "number") return [];
  if (most < 0) return negative(path, most);
  if (systemComponentsAllowed && maximum > 0 && most > maximum - 1) {
    return [invalid(path, "LEAVE_ONE_FOR_SYSTEM_COMPONENTS")];
  }
  return most > maximum ? [invalid(path, "OVER_MAXIMUM")] : [];
}

function negative(path: string, value: unknown): readonly ChangeFault[] {
  return typeof value === "number" && value < 0 ? [invalid(path, "NEGATIVE")] : [];
}

function invalid(path: string, code: ChangeFaultCode): ChangeFault {
  return { path, code, type: "Invalid" };
}
