import { formatInstant } from "#lib/kube/instant.ts";
import { hourMs, secondMs } from "#lib/kube/time-units.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#lib/random.ts";
import { anyErrors, errorCodes } from "./any-errors.ts";
import { anyPast, goDuration } from "./any-moment.ts";
import { anySchedules } from "./any-schedules.ts";
import { randomSeedObject } from "./any-seed.ts";
import {
  anyCondition,
  anyConditions,
  anyOperation,
  anySettings,
  anyWindow,
  farPast,
  pools,
  randomConditionTypes,
  randomShootNames,
  randomShootParts,
} from "./any-shoot.ts";
import { type Draw, type Drawn, maybe, someOf } from "./draw.ts";

function stopped(random: Random): Drawn | undefined {
  if (random.chance(0.88)) return undefined;
  return { [annotations.emergencyStop]: random.pick(["true", "1", "True", "false", "yes"]) };
}

const reconcile: Draw = (random, now) => {
  const shoot = randomShootParts(random, now, { deleting: 0.08, moving: 0.1 });
  return {
    gardenlet: anySettings(random),
    seed: { metadata: { name: "own-seed", annotations: stopped(random) } },
    shoot: { ...shoot, metadata: { ...shoot.metadata, finalizers: ["gardener"] } },
  };
};

const gardenlet: Draw = (random, now) => {
  const shoot = randomShootParts(random, now, { deleting: 0.2, moving: 0.2 });
  const seed = randomSeedObject(random, now, "own-seed", "gardenlet-0");
  const isForced = shoot.metadata.deletionTimestamp !== undefined && random.chance(0.3);
  return {
    bastions: random.chance(0.2),
    gardenlet: anySettings(random),
    seed: { ...seed, metadata: { ...Object(seed.metadata), annotations: stopped(random) }, spec: {} },
    shoot: {
      metadata: {
        ...shoot.metadata,
        ...(isForced && {
          annotations: {
            ...Object(shoot.metadata.annotations),
            [annotations.confirmDeletion]: "true",
            [annotations.confirmForceDeletion]: random.pick(["true", "true", "1", "false"]),
          },
        }),
      },
      spec: {
        ...shoot.spec,
        cloudProfile: { kind: "CloudProfile", name: "local" },
        kubernetes: { version: "1.35.2" },
        provider: { type: "local", workers: pools },
      },
      status: {
        ...shoot.status,
        technicalID: maybe(random, 0.8, () => "shoot--dev--one"),
        constraints: maybe(random, 0.6, () => [
          {
            ...anyCondition(random, "ReadyForMigration", now),
            status: random.pick(["True", "True", "True", "False", "Unknown"]),
          },
        ]),
      },
    },
  };
};

const operations = ["Create", "Reconcile", "Delete", "Migrate", "Restore"] as const;

const error: Draw = (random, now) => ({
  operation: random.pick(operations),
  lastErrors: anyErrors(random, errorCodes),
  retryDuration: "12h0m0s",
  shoot: {
    metadata: randomShootNames,
    status: {
      lastOperation: maybe(random, 0.9, () => anyOperation(random, now)),
      retryCycleStartTime: maybe(random, 0.8, () =>
        formatInstant(now - random.pick([0, 1, 6, 11, 12, 12, 13, 48]) * hourMs + random.int(-1, 1) * secondMs),
      ),
    },
  },
});

const condition: Draw = (random, now) => {
  const type = random.pick(randomConditionTypes);
  const status = {
    lastOperation: maybe(random, 0.9, () => anyOperation(random, now)),
    lastErrors: maybe(random, 0.2, () => [{ description: "x" }]),
  };
  return {
    condition: { ...anyCondition(random, type, now), reason: random.pick(["NodeUnhealthy", "Other"]) },
    found: { reason: "NodeUnhealthy", message: "a node is not ready" },
    conditionThresholds: Object.fromEntries(
      someOf(random, randomConditionTypes, 0.6).map((kind) => [kind, goDuration(random.pick([60, 300]) * secondMs)]),
    ),
    status: status.lastOperation === undefined && status.lastErrors === undefined ? {} : status,
  };
};

const allConditions = [...randomConditionTypes, "OwnExtensionHealthy"] as const;
const standing = [
  "HibernationPossible",
  "MaintenancePreconditionsSatisfied",
  "CACertificateValiditiesAcceptable",
] as const;

const success: Draw = (random, now) => {
  const operation = random.pick(["Create", "Reconcile", "Migrate", "Restore"]);
  return {
    operation,
    shoot: {
      metadata: randomShootNames,
      spec: { seedName: random.pick(["new-seed", "own-seed"]) },
      status: {
        conditions: anyConditions(random, now, allConditions),
        constraints: anyConditions(random, now, standing),
        lastErrors: maybe(random, 0.5, () => [{ description: "x" }]),
        lastOperation: {
          type: operation,
          state: "Processing",
          description: "",
          progress: 90,
          lastUpdateTime: formatInstant(now),
        },
        retryCycleStartTime: anyPast(random, now),
        seedName: "own-seed",
        technicalID: "shoot--dev--one",
      },
    },
  };
};

const shownConstraints = [
  "AutomaticCredentialsRotationPossible",
  "CACertificateValiditiesAcceptable",
  "CRDsWithProblematicConversionWebhooks",
  "HibernationPossible",
  "MaintenancePreconditionsSatisfied",
  "ManagedResourcesHonored",
  "ManualInPlaceWorkersUpdated",
  "PreservedFailedMachinesAbsent",
] as const;

const constraints: Draw = (random, now) => ({
  apiServer: random.pick(["runs", "runs", "does not run", "cannot be asked"]),
  shoot: {
    metadata: { ...randomShootNames, creationTimestamp: farPast(random, now) },
    spec: {
      hibernation: maybe(random, 0.7, () => ({
        enabled: random.chance(0.35),
        schedules: maybe(random, 0.7, () => anySchedules(random, now, 2)),
      })),
      maintenance: {
        timeWindow: anyWindow(random, now),
        autoRotation: maybe(random, 0.5, () => ({
          credentials: {
            etcdEncryptionKey: maybe(random, 0.9, () => ({
              rotationPeriod: random.pick(["168h0m0s", "672h0m0s", "0s"]),
            })),
          },
        })),
      },
      provider: { type: "local", workers: random.chance(0.85) ? pools : [] },
    },
    status: {
      hibernated: maybe(random, 0.3, () => random.chance(0.7)),
      constraints: someOf(random, shownConstraints, 0.3).map((type) => anyCondition(random, type, now)),
      credentials: maybe(random, 0.4, () => ({
        rotation: {
          etcdEncryptionKey: {
            phase: random.pick(["Completed", "Prepared", "Preparing"]),
            lastCompletionTime: maybe(random, 0.7, () => farPast(random, now)),
          },
        },
      })),
      inPlaceUpdates: maybe(random, 0.25, () => ({
        pendingWorkerUpdates: { manualInPlaceUpdate: random.pick([["first"], []]) },
      })),
      lastErrors: maybe(random, 0.2, () => [{ description: "x" }]),
      lastOperation: maybe(random, 0.95, () => anyOperation(random, now)),
    },
  },
});

export const gardenletAreas: Readonly<Record<string, Draw>> = {
  "next-reconcile": reconcile,
  "next-gardenlet": gardenlet,
  "next-error": error,
  "next-condition": condition,
  "next-success": success,
  "next-constraints": constraints,
};
