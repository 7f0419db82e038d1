import type { Worker } from "../../garden/shoot.ts";
import { fieldAt, isInPlace } from "./effective-pool.ts";

/** A pool on its way into the API: only its name is sure to be there. */
export type PartialPool = Partial<Worker> & { readonly name: string; readonly systemComponents?: unknown };

/**
 * The pool as the API server stores it: strategy, surge and the settings that follow from them. Given values are never
 * overwritten, and each field is defaulted on its own.
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go
 */
export function defaultPool<Pool extends PartialPool>(pool: Pool): Pool {
  const updateStrategy = pool.updateStrategy ?? "AutoRollingUpdate";
  const surge = surgeDefaults(updateStrategy);
  const inPlace = updateStrategy === "AutoInPlaceUpdate" || updateStrategy === "ManualInPlaceUpdate";
  const settings = pool.machineControllerManager;
  return {
    ...pool,
    updateStrategy,
    ...(surge === undefined
      ? {}
      : { maxSurge: pool.maxSurge ?? surge.maxSurge, maxUnavailable: pool.maxUnavailable ?? surge.maxUnavailable }),
    ...(inPlace
      ? { machineControllerManager: { ...settings, disableHealthTimeout: settings?.disableHealthTimeout ?? true } }
      : {}),
    systemComponents: { ...toRecord(pool.systemComponents), allow: fieldAt(pool.systemComponents, "allow") ?? true },
  };
}

function surgeDefaults(strategy: string): { readonly maxSurge: number; readonly maxUnavailable: number } | undefined {
  switch (strategy) {
    case "ManualInPlaceUpdate":
      return undefined;
    case "AutoInPlaceUpdate":
      return { maxSurge: 0, maxUnavailable: 1 };
    default:
      return { maxSurge: 1, maxUnavailable: 0 };
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** What machine-controller-manager uses where a pool says nothing. Durations as Gardener writes them. */
export interface MachineSettings {
  readonly machineDrainTimeout: string;
  readonly machineHealthTimeout: string;
  readonly machineCreationTimeout: string;
  readonly maxEvictRetries: number;
  readonly nodeConditions: readonly string[];
  readonly machinePreserveTimeout: string;
  /** Only on in-place pools. */
  readonly inPlaceUpdateTimeout?: string;
  readonly disableHealthTimeout?: boolean;
}

/**
 * The effective settings of machine-controller-manager for a pool, as far as nothing is given.
 * @param creationTimeout The machine type's own `machineCreationTimeout` from the CloudProfile.
 * @source Gardener docs, shoot_updates; machine-controller-manager's defaults
 */
export function defaultMachineSettings(pool: Worker, creationTimeout?: string): MachineSettings {
  return {
    machineDrainTimeout: "2h",
    machineHealthTimeout: "10m",
    machineCreationTimeout: creationTimeout ?? "20m",
    maxEvictRetries: 360,
    nodeConditions: ["KernelDeadlock", "ReadonlyFilesystem", "DiskPressure", "NetworkUnavailable"],
    machinePreserveTimeout: "96h",
    ...(isInPlace(pool) ? { inPlaceUpdateTimeout: "20m", disableHealthTimeout: true } : {}),
  };
}
