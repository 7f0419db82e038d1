import type { Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import type { RuleValues } from "../editions/rules.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";

/** A pool before defaulting: only its name is required. */
export type PartialPool = Partial<Worker> & { readonly name: string; readonly systemComponents?: unknown };

/**
 * The pool with API defaults: update strategy, surge and the settings that follow from them. Given values are never
 * overwritten; each field is defaulted independently.
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go
 */
export function applyPoolDefaults<Pool extends PartialPool>(pool: Pool, rules: GardenerRules = newestRules): Pool {
  const updateStrategy = pool.updateStrategy ?? "AutoRollingUpdate";
  const surge = surgeDefaults(updateStrategy, rules);
  const settings = pool.machineControllerManager;
  return {
    ...pool,
    updateStrategy,
    ...surgeAmounts(pool, surge),
    ...(isPoolUpdatedInPlace({ updateStrategy })
      ? { machineControllerManager: { ...settings, disableHealthTimeout: settings?.disableHealthTimeout ?? true } }
      : {}),
    systemComponents: { ...toRecord(pool.systemComponents), allow: fieldAt(pool.systemComponents, "allow") ?? true },
  };
}

interface SurgeDefaults {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  /** Whether defaulting overwrites given values, as some releases do for pools with manual in-place updates. */
  readonly overwrite?: boolean;
}

const oneSurge: SurgeDefaults = { maxSurge: 1, maxUnavailable: 0 };
const oneUnavailable: SurgeDefaults = { maxSurge: 0, maxUnavailable: 1 };

function surgeAmounts(
  pool: PartialPool,
  defaults: SurgeDefaults | undefined,
): Pick<PartialPool, "maxSurge" | "maxUnavailable"> {
  if (defaults === undefined) return {};
  const { maxSurge, maxUnavailable, overwrite } = defaults;
  if (overwrite) return { maxSurge, maxUnavailable };
  return { maxSurge: pool.maxSurge ?? maxSurge, maxUnavailable: pool.maxUnavailable ?? maxUnavailable };
}

function surgeDefaults(strategy: string, rules: GardenerRules): SurgeDefaults | undefined {
  if (strategy === "ManualInPlaceUpdate") return manualDefaults(rules("inplace.manualSurge"));
  if (strategy !== "AutoInPlaceUpdate") return oneSurge;
  return rules("inplace.autoSurgeDefault") === "oneSurge" ? oneSurge : oneUnavailable;
}

function manualDefaults(rule: RuleValues["inplace.manualSurge"]): SurgeDefaults | undefined {
  switch (rule) {
    case "asRolling":
      return oneSurge;
    case "overwritten":
      return { ...oneUnavailable, overwrite: true };
    case "surgeZero":
      return oneUnavailable;
    case "free":
    case "absentOnly":
      return undefined;
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const defaultDrainSeconds = 2 * 60 * 60;
const evictRetrySeconds = 20;

/** Defaults of machine-controller-manager for a pool that sets nothing. Durations in Gardener's notation. */
export interface MachineControllerManagerSettings {
  readonly machineDrainTimeout: string;
  readonly machineHealthTimeout: string;
  readonly machineCreationTimeout: string;
  readonly maxEvictRetries: number;
  readonly nodeConditions: readonly string[];
  readonly machinePreserveTimeout: string;
  /** Timeout of an in-place update; set only for in-place pools. */
  readonly inPlaceUpdateTimeout?: string;
  readonly disableHealthTimeout?: boolean;
}

/**
 * Default machine-controller-manager settings of a pool. Evictions are retried every 20 seconds until the drain
 * timeout, also when the pool sets its own timeout.
 * @param creationTimeout The machine type's `machineCreationTimeout` from the CloudProfile, which older gardenlets
 * ignore.
 * @source Gardener docs, shoot_updates; machine-controller-manager's defaults
 */
export function defaultMachineSettings(
  pool: Worker,
  creationTimeout?: string,
  rules: GardenerRules = newestRules,
): MachineControllerManagerSettings {
  const drain = pool.machineControllerManager?.machineDrainTimeout;
  const drainSeconds = typeof drain === "string" ? durationSeconds(drain) : undefined;
  const profiled = rules("mcm.creationTimeout") === "profileElse20m" ? creationTimeout : undefined;
  return {
    machineDrainTimeout: "2h",
    machineHealthTimeout: "10m",
    machineCreationTimeout: profiled ?? "20m",
    maxEvictRetries: Math.trunc((drainSeconds ?? defaultDrainSeconds) / evictRetrySeconds),
    nodeConditions: ["KernelDeadlock", "ReadonlyFilesystem", "DiskPressure", "NetworkUnavailable"],
    machinePreserveTimeout: "96h",
    ...(isPoolUpdatedInPlace(pool) ? { inPlaceUpdateTimeout: "20m", disableHealthTimeout: true } : {}),
  };
}
