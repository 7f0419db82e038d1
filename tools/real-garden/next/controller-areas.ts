import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#lib/random.ts";
import { randomLastErrors } from "./any-errors.ts";
import { randomDistanceMs, randomPastTime } from "./any-moment.ts";
import { randomSeedObject } from "./any-seed.ts";
import {
  fixedWorkerPools,
  randomCondition,
  randomConditions,
  randomConditionTypes,
  randomLastOperation,
  randomShootNames,
} from "./any-shoot.ts";
import { type RandomInputGenerator, randomlyOmitted, randomSubset } from "./draw.ts";

const lifetimes = [1, 7, 14, 30, 90] as const;

function anyExpiry(random: Random, now: number): string {
  const at = now + random.pick([-1, 1]) * randomDistanceMs(random);
  switch (random.int(0, 11)) {
    case 0:
      return formatInstant(at + 2 * hourMs).replace("Z", "+02:00");
    case 1:
      return random.pick([
        "soon",
        "",
        "2026-12-01",
        "2026-12-01T10:00:00",
        "2026-12-01 10:00:00Z",
        "2026-02-30T10:00:00Z",
        "2026-12-01t10:00:00Z",
        "2026-12-01T10:00:00z",
        "2026-12-01T9:00:00Z",
        "2026-12-01T10:00:00,5Z",
        "2026-12-01T10:00:00+24:00",
        "2026-12-01T10:00:00+10:75",
      ]);
    case 2:
      return formatInstant(at).replace("Z", ".5Z");
    default:
      return formatInstant(at);
  }
}

const lifetime: RandomInputGenerator = (random, now) => {
  const days = random.pick(lifetimes);
  const bindings = [{ secretBindingName: "binding" }, { credentialsBindingName: "binding" }, {}] as const;
  return {
    quotas: Array.from({ length: random.int(0, 3) }, () => ({
      clusterLifetimeDays: randomlyOmitted(random, 0.7, () => random.pick([days, ...lifetimes])),
    })),
    lastQuotaMissing: random.chance(0.1),
    shoot: {
      metadata: {
        ...randomShootNames,
        finalizers: ["gardener"],
        creationTimestamp: random.chance(0.5)
          ? randomPastTime(random, now)
          : formatInstant(now - days * dayMs + random.int(-1, 1) * secondMs),
        deletionTimestamp: randomlyOmitted(random, 0.05, () => randomPastTime(random, now)),
        annotations: randomlyOmitted(random, 0.5, () => ({
          [annotations.expiration]: randomlyOmitted(random, 0.9, () => anyExpiry(random, now)),
          [annotations.confirmDeletion]: randomlyOmitted(random, 0.2, () => "true"),
        })),
      },
      spec: random.pick([bindings[0], bindings[1], bindings[0], bindings[1], bindings[2]]),
    },
  };
};

const codes = [
  "ERR_INFRA_RATE_LIMITS_EXCEEDED",
  "ERR_INFRA_RATE_LIMITS_EXCEEDED",
  "ERR_CONFIGURATION_PROBLEM",
  "ERR_INFRA_QUOTA_EXCEEDED",
  "ERR_RETRYABLE_INFRA_DEPENDENCIES",
] as const;

const retry: RandomInputGenerator = (random, now) => ({
  retryPeriod: "10m0s",
  retryJitterPeriod: "5m0s",
  shoot: {
    metadata: {
      ...randomShootNames,
      generation: 3,
      ...(random.chance(0.15) && { deletionTimestamp: randomPastTime(random, now), finalizers: ["gardener"] }),
    },
    status: {
      observedGeneration: random.pick([3, 3, 3, 2]),
      lastErrors: randomlyOmitted(random, 0.85, () => randomLastErrors(random, codes)),
      lastOperation: randomlyOmitted(random, 0.97, () => ({
        ...randomLastOperation(random, now),
        state: random.pick(["Failed", "Failed", "Failed", "Error", "Aborted", "Succeeded"]),
        lastUpdateTime: formatInstant(
          now - random.pick([0, 1, 5, 9, 10, 10, 11, 30]) * minuteMs + random.int(-30, 30) * secondMs,
        ),
      })),
    },
  },
});

const label: RandomInputGenerator = (random, now) => ({
  shoot: {
    metadata: {
      ...randomShootNames,
      labels: randomlyOmitted(random, 0.3, () => ({
        "shoot.gardener.cloud/status": random.pick(["healthy", "unhealthy"]),
      })),
    },
    status: {
      lastOperation: randomlyOmitted(random, 0.9, () => randomLastOperation(random, now)),
      lastErrors: randomlyOmitted(random, 0.4, () => (random.chance(0.8) ? [{ description: "x" }] : [])),
      conditions: randomlyOmitted(random, 0.9, () => randomConditions(random, now, randomConditionTypes)),
    },
  },
});

const constraintTypes = [
  "HibernationPossible",
  "MaintenancePreconditionsSatisfied",
  "CACertificateValiditiesAcceptable",
] as const;

const silentGardenlet: RandomInputGenerator = (random, now) => {
  const spec = {
    seedName: random.pick(["own-seed", "own-seed", "other-seed"]),
    provider: { type: "x", workers: random.chance(0.8) ? fixedWorkerPools : [] },
  };
  return {
    leaseRenewed: random.chance(0.15)
      ? null
      : formatInstant(now - random.pick([0, 1, 38, 39, 40, 41, 42, 600]) * secondMs),
    seed: {
      metadata: { name: "own-seed" },
      status: {
        conditions: random.chance(0.1)
          ? []
          : randomSubset(random, ["GardenletReady", "GardenletReady", "ExtensionsReady"], 0.7)
              .filter((type, index, all) => all.indexOf(type) === index)
              .map((type) => ({
                ...randomCondition(random, type, now),
                lastTransitionTime: formatInstant(now - random.pick([0, 1, 199, 200, 201, 202, 3600]) * secondMs),
              })),
      },
    },
    shoot: {
      metadata: randomShootNames,
      spec,
      status: {
        seedName: random.pick(["own-seed", "own-seed", "own-seed", "other-seed", undefined]),
        conditions: randomConditions(random, now, randomConditionTypes),
        constraints: randomConditions(random, now, constraintTypes),
      },
    },
  };
};

const migration: RandomInputGenerator = (random, now) => ({
  source: randomSeedObject(random, now, "own-seed"),
  destination: randomSeedObject(random, now, "new-seed"),
  shoot: {
    metadata: randomShootNames,
    spec: { seedName: random.pick(["new-seed", "new-seed", "own-seed"]) },
    status: {
      seedName: random.pick(["own-seed", "own-seed", "own-seed", "own-seed", undefined]),
      lastOperation: randomlyOmitted(random, 0.5, () => randomLastOperation(random, now)),
      constraints: randomConditions(random, now, ["ReadyForMigration", "HibernationPossible"]),
    },
  },
});

export const controllerAreas: Readonly<Record<string, RandomInputGenerator>> = {
  "next-lifetime": lifetime,
  "next-retry": retry,
  "next-label": label,
  "next-silent-gardenlet": silentGardenlet,
  "next-migration": migration,
};
