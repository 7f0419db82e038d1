import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#lib/random.ts";
import { randomDistanceMs, randomPastTime } from "./any-moment.ts";
import { type RandomJson, randomlyOmitted, randomSubset } from "./draw.ts";

export const randomShootNames = { name: "one", namespace: "garden-dev" } as const;

const states = ["Succeeded", "Succeeded", "Processing", "Failed", "Error", "Aborted", "Pending"] as const;
const types = ["Reconcile", "Reconcile", "Reconcile", "Create", "Delete", "Migrate", "Restore"] as const;
export const knownGardener = { id: "g", name: "gardenlet-0", version: "v1.150.0" } as const;

export function randomGardenerField(random: Random): RandomJson {
  return { ...knownGardener, version: random.pick(["v1.150.0", "v1.150.0", "v1.150.0", "v1.149.2"]) };
}

export function randomLastOperation(random: Random, now: number): RandomJson {
  return {
    type: random.pick(types),
    state: random.pick(states),
    description: "",
    progress: 40,
    lastUpdateTime: randomPastTime(random, now),
  };
}

const statuses = ["True", "True", "False", "Unknown", "Progressing"] as const;

export function randomCondition(random: Random, type: string, now: number): RandomJson {
  return {
    type,
    status: random.pick(statuses),
    reason: "x",
    message: "x",
    lastTransitionTime: randomPastTime(random, now),
    lastUpdateTime: randomPastTime(random, now),
  };
}

export function randomConditions(random: Random, now: number, kinds: readonly string[]): RandomJson[] {
  return randomSubset(random, kinds, 0.6).map((type) => randomCondition(random, type, now));
}

export const randomConditionTypes = [
  "APIServerAvailable",
  "ControlPlaneHealthy",
  "EveryNodeReady",
  "SystemComponentsHealthy",
  "ObservabilityComponentsHealthy",
] as const;

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** A random maintenance window, often near the current time of day. */
export function randomMaintenanceWindow(random: Random, now: number): RandomJson {
  const hours = random.pick([0, 0, 1, -8, 5]);
  const beginAt =
    now + hours * hourMs - random.pick([0, 1, 14, 15, 16, 29, 30, 31, 45, 60, 120, -1, -30, -600]) * minuteMs;
  const time = (at: number): string => {
    const day = new Date(at);
    const offset = `${hours < 0 ? "-" : "+"}${two(Math.abs(hours))}00`;
    return `${two(day.getUTCHours())}${two(day.getUTCMinutes())}${two(day.getUTCSeconds())}${offset}`;
  };
  return { begin: time(beginAt), end: time(beginAt + random.pick([30, 30, 45, 60, 120, 360]) * minuteMs) };
}

/** Random fields in `spec.maintenance` about rollouts. */
export function randomMaintenanceField(random: Random, now: number): RandomJson | undefined {
  if (random.chance(0.05)) return undefined;
  return {
    timeWindow: randomlyOmitted(random, 0.93, () => randomMaintenanceWindow(random, now)),
    confineSpecUpdateRollout: randomlyOmitted(random, 0.5, () => random.chance(0.7)),
  };
}

export function randomRolloutSettings(random: Random): RandomJson {
  return {
    reconcileInMaintenanceOnly: random.chance(0.3),
    respectSyncPeriodOverwrite: random.chance(0.4),
    retryDuration: "12h0m0s",
    syncPeriod: "1h0m0s",
  };
}

const truths = ["true", "true", "1", "True", "t", "yes", "false", ""] as const;

/** Random annotations that gardenlet reads. */
export function randomGardenletAnnotations(random: Random): RandomJson {
  return {
    [annotations.ignore]: randomlyOmitted(random, 0.2, () => random.pick(truths)),
    [annotations.syncPeriod]: randomlyOmitted(random, 0.15, () => random.pick(["24h", "2h", "30m", "never", "90m30s"])),
  };
}

/** The object; undefined if it has no fields, as in stored objects. */
export function undefinedIfEmpty(fields: RandomJson): RandomJson | undefined {
  return Object.values(fields).some((value) => value !== undefined) ? fields : undefined;
}

export interface ShootChances {
  readonly deleting: number;
  /** Probability that the Shoot is being migrated to another Seed. */
  readonly moving: number;
}

/** A random Shoot with all fields that determine when gardenlet starts a flow. */
export function randomShootParts(random: Random, now: number, { deleting, moving }: ShootChances): RandomShootParts {
  const isDeleting = random.chance(deleting);
  const isNew = random.chance(0.1);
  return {
    metadata: {
      ...randomShootNames,
      namespace: random.pick(["garden-dev", "garden-dev", "garden"]),
      uid: "1-2-3",
      generation: 5,
      creationTimestamp: randomPastTime(random, now),
      deletionTimestamp: isDeleting ? formatInstant(now - randomDistanceMs(random)) : undefined,
      finalizers: isDeleting
        ? random.pick([["gardener"], ["gardener"], ["gardener", "other"], ["other"]])
        : random.pick([["gardener"], ["gardener"], ["gardener"], undefined]),
      annotations: undefinedIfEmpty(randomGardenletAnnotations(random)),
    },
    spec: {
      seedName: random.chance(moving) ? "new-seed" : "own-seed",
      maintenance: randomMaintenanceField(random, now),
    },
    status: isNew
      ? { seedName: randomlyOmitted(random, 0.5, () => "own-seed") }
      : {
          gardener: randomGardenerField(random),
          lastOperation: randomlyOmitted(random, 0.95, () => randomLastOperation(random, now)),
          observedGeneration: random.pick([5, 5, 5, 4]),
          seedName: random.chance(0.9) ? "own-seed" : random.pick(["old-seed", undefined]),
          uid: randomlyOmitted(random, 0.9, () => "1-2-3"),
          retryCycleStartTime: randomlyOmitted(random, 0.5, () => randomPastTime(random, now)),
        },
  };
}

export interface RandomShootParts {
  readonly metadata: RandomJson;
  readonly spec: RandomJson;
  readonly status: RandomJson;
}

export const fixedWorkerPools = [{ name: "first", minimum: 1, maximum: 2, machine: { type: "m" } }] as const;

export function randomFarPastTime(random: Random, now: number): string {
  return formatInstant(now - random.pick([1, 3, 6, 7, 8, 28, 60]) * dayMs - random.int(-1, 1) * 1000);
}

/** Adds fields without which the API server accepts no Shoot. */
export function asStoredShootParts({ metadata, spec, status }: RandomShootParts): RandomShootParts {
  return {
    metadata: { ...metadata, finalizers: ["gardener"] },
    spec: { ...spec, maintenance: spec.maintenance ?? {} },
    status,
  };
}
