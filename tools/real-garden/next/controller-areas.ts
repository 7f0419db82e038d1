import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#lib/random.ts";
import { anyErrors } from "./any-errors.ts";
import { anyDistance, anyPast } from "./any-moment.ts";
import { randomSeedObject } from "./any-seed.ts";
import {
  anyCondition,
  anyConditions,
  anyOperation,
  pools,
  randomConditionTypes,
  randomShootNames,
} from "./any-shoot.ts";
import { type Draw, maybe, someOf } from "./draw.ts";

const lifetimes = [1, 7, 14, 30, 90] as const;

function anyExpiry(random: Random, now: number): string {
  const at = now + random.pick([-1, 1]) * anyDistance(random);
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

const lifetime: Draw = (random, now) => {
  const days = random.pick(lifetimes);
  const bindings = [{ secretBindingName: "binding" }, { credentialsBindingName: "binding" }, {}] as const;
  return {
    quotas: Array.from({ length: random.int(0, 3) }, () => ({
      clusterLifetimeDays: maybe(random, 0.7, () => random.pick([days, ...lifetimes])),
    })),
    lastQuotaMissing: random.chance(0.1),
    shoot: {
      metadata: {
        ...randomShootNames,
        finalizers: ["gardener"],
        creationTimestamp: random.chance(0.5)
          ? anyPast(random, now)
          : formatInstant(now - days * dayMs + random.int(-1, 1) * secondMs),
        deletionTimestamp: maybe(random, 0.05, () => anyPast(random, now)),
        annotations: maybe(random, 0.5, () => ({
          [annotations.expiration]: maybe(random, 0.9, () => anyExpiry(random, now)),
          [annotations.confirmDeletion]: maybe(random, 0.2, () => "true"),
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

const retry: Draw = (random, now) => ({
  retryPeriod: "10m0s",
  retryJitterPeriod: "5m0s",
  shoot: {
    metadata: {
      ...randomShootNames,
      generation: 3,
      ...(random.chance(0.15) && { deletionTimestamp: anyPast(random, now), finalizers: ["gardener"] }),
    },
    status: {
      observedGeneration: random.pick([3, 3, 3, 2]),
      lastErrors: maybe(random, 0.85, () => anyErrors(random, codes)),
      lastOperation: maybe(random, 0.97, () => ({
        ...anyOperation(random, now),
        state: random.pick(["Failed", "Failed", "Failed", "Error", "Aborted", "Succeeded"]),
        lastUpdateTime: formatInstant(
          now - random.pick([0, 1, 5, 9, 10, 10, 11, 30]) * minuteMs + random.int(-30, 30) * secondMs,
        ),
      })),
    },
  },
});

const label: Draw = (random, now) => ({
  shoot: {
    metadata: {
      ...randomShootNames,
      labels: maybe(random, 0.3, () => ({ "shoot.gardener.cloud/status": random.pick(["healthy", "unhealthy"]) })),
    },
    status: {
      lastOperation: maybe(random, 0.9, () => anyOperation(random, now)),
      lastErrors: maybe(random, 0.4, () => (random.chance(0.8) ? [{ description: "x" }] : [])),
      conditions: maybe(random, 0.9, () => anyConditions(random, now, randomConditionTypes)),
    },
  },
});

const constraintTypes = [
  "HibernationPossible",
  "MaintenancePreconditionsSatisfied",
  "CACertificateValiditiesAcceptable",
] as const;

const silentGardenlet: Draw = (random, now) => {
  const spec = {
    seedName: random.pick(["own-seed", "own-seed", "other-seed"]),
    provider: { type: "x", workers: random.chance(0.8) ? pools : [] },
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
          : someOf(random, ["GardenletReady", "GardenletReady", "ExtensionsReady"], 0.7)
              .filter((type, index, all) => all.indexOf(type) === index)
              .map((type) => ({
                ...anyCondition(random, type, now),
                lastTransitionTime: formatInstant(now - random.pick([0, 1, 199, 200, 201, 202, 3600]) * secondMs),
              })),
      },
    },
    shoot: {
      metadata: randomShootNames,
      spec,
      status: {
        seedName: random.pick(["own-seed", "own-seed", "own-seed", "other-seed", undefined]),
        conditions: anyConditions(random, now, randomConditionTypes),
        constraints: anyConditions(random, now, constraintTypes),
      },
    },
  };
};

const migration: Draw = (random, now) => ({
  source: randomSeedObject(random, now, "own-seed"),
  destination: randomSeedObject(random, now, "new-seed"),
  shoot: {
    metadata: randomShootNames,
    spec: { seedName: random.pick(["new-seed", "new-seed", "own-seed"]) },
    status: {
      seedName: random.pick(["own-seed", "own-seed", "own-seed", "own-seed", undefined]),
      lastOperation: maybe(random, 0.5, () => anyOperation(random, now)),
      constraints: anyConditions(random, now, ["ReadyForMigration", "HibernationPossible"]),
    },
  },
});

export const controllerAreas: Readonly<Record<string, Draw>> = {
  "next-lifetime": lifetime,
  "next-retry": retry,
  "next-label": label,
  "next-silent-gardenlet": silentGardenlet,
  "next-migration": migration,
};
