import { formatInstant } from "#lib/kube/instant.ts";
import { hourMs, secondMs } from "#lib/kube/time-units.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#lib/random.ts";
import { errorCodes, randomLastErrors } from "./any-errors.ts";
import { goDuration, randomPastTime } from "./any-moment.ts";
import { randomHibernationSchedules } from "./any-schedules.ts";
import { randomSeedObject } from "./any-seed.ts";
import {
  fixedWorkerPools,
  randomCondition,
  randomConditions,
  randomConditionTypes,
  randomFarPastTime,
  randomLastOperation,
  randomMaintenanceWindow,
  randomRolloutSettings,
  randomShootNames,
  randomShootParts,
} from "./any-shoot.ts";
import { type RandomInputGenerator, type RandomJson, randomlyOmitted, randomSubset } from "./draw.ts";

function stopped(random: Random): RandomJson | undefined {
  if (random.chance(0.88)) return undefined;
  return { [annotations.emergencyStop]: random.pick(["true", "1", "True", "false", "yes"]) };
}

const reconcile: RandomInputGenerator = (random, now) => {
  const shoot = randomShootParts(random, now, { deleting: 0.08, moving: 0.1 });
  return {
    gardenlet: randomRolloutSettings(random),
    seed: { metadata: { name: "own-seed", annotations: stopped(random) } },
    shoot: { ...shoot, metadata: { ...shoot.metadata, finalizers: ["gardener"] } },
  };
};

const gardenlet: RandomInputGenerator = (random, now) => {
  const shoot = randomShootParts(random, now, { deleting: 0.2, moving: 0.2 });
  const seed = randomSeedObject(random, now, "own-seed", "gardenlet-0");
  const isForced = shoot.metadata.deletionTimestamp !== undefined && random.chance(0.3);
  return {
    bastions: random.chance(0.2),
    gardenlet: randomRolloutSettings(random),
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
        provider: { type: "local", workers: fixedWorkerPools },
      },
      status: {
        ...shoot.status,
        technicalID: randomlyOmitted(random, 0.8, () => "shoot--dev--one"),
        constraints: randomlyOmitted(random, 0.6, () => [
          {
            ...randomCondition(random, "ReadyForMigration", now),
            status: random.pick(["True", "True", "True", "False", "Unknown"]),
          },
        ]),
      },
    },
  };
};

const operations = ["Create", "Reconcile", "Delete", "Migrate", "Restore"] as const;

const error: RandomInputGenerator = (random, now) => ({
  operation: random.pick(operations),
  lastErrors: randomLastErrors(random, errorCodes),
  retryDuration: "12h0m0s",
  shoot: {
    metadata: randomShootNames,
    status: {
      lastOperation: randomlyOmitted(random, 0.9, () => randomLastOperation(random, now)),
      retryCycleStartTime: randomlyOmitted(random, 0.8, () =>
        formatInstant(now - random.pick([0, 1, 6, 11, 12, 12, 13, 48]) * hourMs + random.int(-1, 1) * secondMs),
      ),
    },
  },
});

const condition: RandomInputGenerator = (random, now) => {
  const type = random.pick(randomConditionTypes);
  const status = {
    lastOperation: randomlyOmitted(random, 0.9, () => randomLastOperation(random, now)),
    lastErrors: randomlyOmitted(random, 0.2, () => [{ description: "x" }]),
  };
  return {
    condition: { ...randomCondition(random, type, now), reason: random.pick(["NodeUnhealthy", "Other"]) },
    found: { reason: "NodeUnhealthy", message: "a node is not ready" },
    conditionThresholds: Object.fromEntries(
      randomSubset(random, randomConditionTypes, 0.6).map((kind) => [
        kind,
        goDuration(random.pick([60, 300]) * secondMs),
      ]),
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

const success: RandomInputGenerator = (random, now) => {
  const operation = random.pick(["Create", "Reconcile", "Migrate", "Restore"]);
  return {
    operation,
    shoot: {
      metadata: randomShootNames,
      spec: { seedName: random.pick(["new-seed", "own-seed"]) },
      status: {
        conditions: randomConditions(random, now, allConditions),
        constraints: randomConditions(random, now, standing),
        lastErrors: randomlyOmitted(random, 0.5, () => [{ description: "x" }]),
        lastOperation: {
          type: operation,
          state: "Processing",
          description: "",
          progress: 90,
          lastUpdateTime: formatInstant(now),
        },
        retryCycleStartTime: randomPastTime(random, now),
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

const constraints: RandomInputGenerator = (random, now) => ({
  apiServer: random.pick(["runs", "runs", "does not run", "cannot be asked"]),
  shoot: {
    metadata: { ...randomShootNames, creationTimestamp: randomFarPastTime(random, now) },
    spec: {
      hibernation: randomlyOmitted(random, 0.7, () => ({
        enabled: random.chance(0.35),
        schedules: randomlyOmitted(random, 0.7, () => randomHibernationSchedules(random, now, 2)),
      })),
      maintenance: {
        timeWindow: randomMaintenanceWindow(random, now),
        autoRotation: randomlyOmitted(random, 0.5, () => ({
          credentials: {
            etcdEncryptionKey: randomlyOmitted(random, 0.9, () => ({
              rotationPeriod: random.pick(["168h0m0s", "672h0m0s", "0s"]),
            })),
          },
        })),
      },
      provider: { type: "local", workers: random.chance(0.85) ? fixedWorkerPools : [] },
    },
    status: {
      hibernated: randomlyOmitted(random, 0.3, () => random.chance(0.7)),
      constraints: randomSubset(random, shownConstraints, 0.3).map((type) => randomCondition(random, type, now)),
      credentials: randomlyOmitted(random, 0.4, () => ({
        rotation: {
          etcdEncryptionKey: {
            phase: random.pick(["Completed", "Prepared", "Preparing"]),
            lastCompletionTime: randomlyOmitted(random, 0.7, () => randomFarPastTime(random, now)),
          },
        },
      })),
      inPlaceUpdates: randomlyOmitted(random, 0.25, () => ({
        pendingWorkerUpdates: { manualInPlaceUpdate: random.pick([["first"], []]) },
      })),
      lastErrors: randomlyOmitted(random, 0.2, () => [{ description: "x" }]),
      lastOperation: randomlyOmitted(random, 0.95, () => randomLastOperation(random, now)),
    },
  },
});

export const gardenletAreas: Readonly<Record<string, RandomInputGenerator>> = {
  "next-reconcile": reconcile,
  "next-gardenlet": gardenlet,
  "next-error": error,
  "next-condition": condition,
  "next-success": success,
  "next-constraints": constraints,
};
