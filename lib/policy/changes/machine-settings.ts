import type { ChangeFault, ChangeFaultCode } from "./fault.ts";
import { durationSeconds } from "./go-duration.ts";

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
export function validateMachineSettings(pool: MachineSettingsInPool): readonly ChangeFault[] {
  return [
    ...durationFields.flatMap((field) => durationFaults(field, pool.settings[field])),
    ...negative("maxEvictRetries", pool.settings.maxEvictRetries),
    ...inPlaceFaults(pool),
    ...preserveFaults(pool),
  ];
}

function durationFaults(path: string, value: unknown): readonly ChangeFault[] {
  if (value === undefined || value === null) return [];
  const seconds = typeof value === "string" ? durationSeconds(value) : undefined;
  if (seconds === undefined) return [invalid(path, "NOT_A_DURATION")];
  return seconds < 0 ? [invalid(path, "NEGATIVE")] : [];
}

function inPlaceFaults({ updateStrategy, settings }: MachineSettingsInPool): readonly ChangeFault[] {
  const inPlace = updateStrategy === "AutoInPlaceUpdate" || updateStrategy === "ManualInPlaceUpdate";
  const timeout = settings.inPlaceUpdateTimeout;
  const faults: ChangeFault[] = [];
  if (timeout !== undefined && timeout !== null) {
    if (inPlace) faults.push(...durationFaults("inPlaceUpdateTimeout", timeout));
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
  if (most > maximum) return [invalid(path, "OVER_MAXIMUM")];
  if (systemComponentsAllowed && maximum > 0 && most > maximum - 1) {
    return [invalid(path, "LEAVE_ONE_FOR_SYSTEM_COMPONENTS")];
  }
  return [];
}

function negative(path: string, value: unknown): readonly ChangeFault[] {
  return typeof value === "number" && value < 0 ? [invalid(path, "NEGATIVE")] : [];
}

function invalid(path: string, code: ChangeFaultCode): ChangeFault {
  return { path, code, type: "Invalid" };
}
