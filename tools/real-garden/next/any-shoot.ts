import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#lib/random.ts";
import { anyDistance, anyPast } from "./any-moment.ts";
import { type Drawn, maybe, someOf } from "./draw.ts";

export const randomShootNames = { name: "one", namespace: "garden-dev" } as const;

const states = ["Succeeded", "Succeeded", "Processing", "Failed", "Error", "Aborted", "Pending"] as const;
const types = ["Reconcile", "Reconcile", "Reconcile", "Create", "Delete", "Migrate", "Restore"] as const;
export const knownGardener = { id: "g", name: "gardenlet-0", version: "v1.150.0" } as const;

export function anyGardener(random: Random): Drawn {
  return { ...knownGardener, version: random.pick(["v1.150.0", "v1.150.0", "v1.150.0", "v1.149.2"]) };
}

export function anyOperation(random: Random, now: number): Drawn {
  return {
    type: random.pick(types),
    state: random.pick(states),
    description: "",
    progress: 40,
    lastUpdateTime: anyPast(random, now),
  };
}

const statuses = ["True", "True", "False", "Unknown", "Progressing"] as const;

export function anyCondition(random: Random, type: string, now: number): Drawn {
  return {
    type,
    status: random.pick(statuses),
    reason: "x",
    message: "x",
    lastTransitionTime: anyPast(random, now),
    lastUpdateTime: anyPast(random, now),
  };
}

export function anyConditions(random: Random, now: number, kinds: readonly string[]): Drawn[] {
  return someOf(random, kinds, 0.6).map((type) => anyCondition(random, type, now));
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

/** A window at some distance from now, in which times of day often are those of now. */
export function anyWindow(random: Random, now: number): Drawn {
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

/** What the maintenance of a Shoot says about its roll-outs. */
export function anyMaintenance(random: Random, now: number): Drawn | undefined {
  if (random.chance(0.05)) return undefined;
  return {
    timeWindow: maybe(random, 0.93, () => anyWindow(random, now)),
    confineSpecUpdateRollout: maybe(random, 0.5, () => random.chance(0.7)),
  };
}

export function anySettings(random: Random): Drawn {
  return {
    reconcileInMaintenanceOnly: random.chance(0.3),
    respectSyncPeriodOverwrite: random.chance(0.4),
    retryDuration: "12h0m0s",
    syncPeriod: "1h0m0s",
  };
}

const truths = ["true", "true", "1", "True", "t", "yes", "false", ""] as const;

/** Annotations that gardenlet reads. */
export function randomGardenletAnnotations(random: Random): Drawn {
  return {
    [annotations.ignore]: maybe(random, 0.2, () => random.pick(truths)),
    [annotations.syncPeriod]: maybe(random, 0.15, () => random.pick(["24h", "2h", "30m", "never", "90m30s"])),
  };
}

/** Undefined where none is left, as in a garden. */
export function unlessEmpty(fields: Drawn): Drawn | undefined {
  return Object.values(fields).some((value) => value !== undefined) ? fields : undefined;
}

export interface ShootChances {
  readonly deleting: number;
  /** That its Seed is to be another. */
  readonly moving: number;
}

/** A Shoot with what decides when gardenlet begins. */
export function randomShootParts(random: Random, now: number, { deleting, moving }: ShootChances): RandomShootParts {
  const isDeleting = random.chance(deleting);
  const isNew = random.chance(0.1);
  return {
    metadata: {
      ...randomShootNames,
      namespace: random.pick(["garden-dev", "garden-dev", "garden"]),
      uid: "1-2-3",
      generation: 5,
      creationTimestamp: anyPast(random, now),
      deletionTimestamp: isDeleting ? formatInstant(now - anyDistance(random)) : undefined,
      finalizers: isDeleting
        ? random.pick([["gardener"], ["gardener"], ["gardener", "other"], ["other"]])
        : random.pick([["gardener"], ["gardener"], ["gardener"], undefined]),
      annotations: unlessEmpty(randomGardenletAnnotations(random)),
    },
    spec: { seedName: random.chance(moving) ? "new-seed" : "own-seed", maintenance: anyMaintenance(random, now) },
    status: isNew
      ? { seedName: maybe(random, 0.5, () => "own-seed") }
      : {
          gardener: anyGardener(random),
          lastOperation: maybe(random, 0.95, () => anyOperation(random, now)),
          observedGeneration: random.pick([5, 5, 5, 4]),
          seedName: random.chance(0.9) ? "own-seed" : random.pick(["old-seed", undefined]),
          uid: maybe(random, 0.9, () => "1-2-3"),
          retryCycleStartTime: maybe(random, 0.5, () => anyPast(random, now)),
        },
  };
}

export interface RandomShootParts {
  readonly metadata: Drawn;
  readonly spec: Drawn;
  readonly status: Drawn;
}

export const pools = [{ name: "first", minimum: 1, maximum: 2, machine: { type: "m" } }] as const;

export function farPast(random: Random, now: number): string {
  return formatInstant(now - random.pick([1, 3, 6, 7, 8, 28, 60]) * dayMs - random.int(-1, 1) * 1000);
}

/** The API server knows no Shoot without these. */
export function asStored({ metadata, spec, status }: RandomShootParts): RandomShootParts {
  return {
    metadata: { ...metadata, finalizers: ["gardener"] },
    spec: { ...spec, maintenance: spec.maintenance ?? {} },
    status,
  };
}
