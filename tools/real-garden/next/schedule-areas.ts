import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#lib/random.ts";
import { randomPastTime } from "./any-moment.ts";
import { randomShootNames } from "./any-shoot.ts";
import { type RandomInputGenerator, type RandomJson, randomlyOmitted, randomSubset } from "./draw.ts";

type Regions = readonly [string, ...string[]];
export const schedulingRegions: Regions = ["eu-1", "eu-1", "eu-2", "us-1"];
/** Region names that contain their distance. */
export const namedRegions: Regions = [
  "europe-north1",
  "europe-west1",
  "europe-central2",
  "us-east1",
  "northamerica-south1",
  "eu-1",
];
export const schedulingZones = ["a", "b", "c", "d"] as const;
export const schedulingRestrictions = ["eu-access-only", "audited", "audited"] as const;
export const schedulingTaints = ["seed.gardener.cloud/protected", "dedicated", "dedicated"] as const;
/** Network ranges of both IP families; some overlap, and some overlap with ranges that Gardener reserves. */
const ranges = [
  ...["10.0.0.0/16", "10.0.128.0/17", "10.1.0.0/16", "100.64.0.0/12", "240.1.0.0/16", "241.0.0.0/8", "243.5.0.0/24"],
  ...["244.0.0.0/7", "0.0.0.0/0", "fd00:1::/48", "fd00:1::/56", "fd00:2::/48", "fd8f:6d53:b97a:1::/120", "::/0"],
];

function anyRange(random: Random): string {
  return ranges[random.int(0, ranges.length - 1)] ?? "10.0.0.0/16";
}

function named(random: Random, of: readonly string[], probability: number): RandomJson[] {
  return randomSubset(random, of, probability).map((name) => ({ name }));
}

function keyed(random: Random, probability: number): RandomJson[] {
  return randomSubset(random, schedulingTaints, probability).map((key) => ({
    key,
    value: randomlyOmitted(random, 0.3, () => random.pick(["a", "b", ""])),
  }));
}

export interface Wideness {
  /** Probability of each field that few Shoots and Seeds have. */
  readonly rare: number;
  readonly regions: Regions;
}

export function anySeedToChoose(
  random: Random,
  now: number,
  name: string,
  { rare, regions: offered }: Wideness,
): RandomJson {
  const isWell = random.chance(0.85);
  const conditions = ["GardenletReady", "BackupBucketsReady"].filter(
    (type) => type === "GardenletReady" || random.chance(0.4),
  );
  return {
    metadata: {
      name,
      labels: { tier: random.pick(["prod", "dev"]) },
      annotations: randomlyOmitted(random, 0.12, () => ({
        [annotations.emergencyStop]: random.pick(["true", "1", "false"]),
      })),
      ...(random.chance(0.08) && { deletionTimestamp: randomPastTime(random, now), finalizers: ["gardener"] }),
    },
    spec: {
      backup: randomlyOmitted(random, 0.2, () => ({ provider: "local" })),
      dns: randomlyOmitted(random, rare, () => ({
        defaults: randomSubset(random, ["example.org", "garden.example.org"], 0.6).map((domain) => ({ domain })),
      })),
      networks: {
        nodes: random.chance(rare) ? undefined : "10.10.0.0/16",
        pods: random.chance(rare) ? anyRange(random) : "10.20.0.0/16",
        services: random.chance(rare) ? anyRange(random) : "10.30.0.0/16",
        shootDefaults: randomlyOmitted(random, rare, () => ({ pods: anyRange(random), services: anyRange(random) })),
      },
      provider: {
        type: random.pick(["local", "local", "local", "aws"]),
        region: random.pick(offered),
        zones: randomSubset(random, schedulingZones, 0.6),
      },
      settings: {
        scheduling: { visible: random.chance(0.93) },
        zoneSelection: randomlyOmitted(random, rare, () => ({ mode: random.pick(["Enforce", "Prefer"]) })),
      },
      taints: randomlyOmitted(random, 0.25, () => keyed(random, 0.6)),
      accessRestrictions: randomlyOmitted(random, 0.3, () => named(random, schedulingRestrictions, 0.7)),
    },
    status: {
      allocatable: randomlyOmitted(random, 0.4, () => ({ shoots: random.pick(["0", "1", "2", "1500m", "2k"]) })),
      conditions: conditions.map((type) => ({
        type,
        status: isWell ? "True" : random.pick(["True", "False", "Unknown"]),
        reason: "x",
        message: "x",
      })),
      lastOperation: randomlyOmitted(random, 0.95, () => ({
        type: "Reconcile",
        state: "Succeeded",
        description: "",
        progress: 100,
        lastUpdateTime: randomPastTime(random, now),
      })),
    },
  };
}

export function anySelector(random: Random): RandomJson {
  return {
    matchLabels: randomlyOmitted(random, 0.6, () => ({ tier: random.pick(["prod", "dev"]) })),
    matchExpressions: randomlyOmitted(random, 0.3, () => [
      {
        key: "tier",
        ...random.pick([
          { operator: "In", values: ["prod", "dev"] },
          { operator: "NotIn", values: ["prod"] },
          { operator: "Exists" },
          { operator: "DoesNotExist" },
        ]),
      },
    ]),
  };
}

function anyNetworking(random: Random, rare: number): RandomJson {
  return {
    nodes: random.chance(rare) ? randomlyOmitted(random, 0.5, anyRange) : "10.40.0.0/16",
    services: random.chance(rare) ? randomlyOmitted(random, 0.5, anyRange) : "10.60.0.0/16",
    pods: random.chance(rare)
      ? randomlyOmitted(random, 0.5, anyRange)
      : random.pick(["10.50.0.0/16", "10.20.128.0/17"]),
    ipFamilies: randomlyOmitted(random, rare, () => random.pick([["IPv4"], ["IPv6"], ["IPv4", "IPv6"]])),
  };
}

export function anyShootToSchedule(random: Random, now: number, { rare, regions: wanted }: Wideness): RandomJson {
  const pool = {
    name: "first",
    minimum: 1,
    maximum: 2,
    machine: { type: "m" },
    zones: randomlyOmitted(random, 0.4, () => randomSubset(random, schedulingZones, 0.4)),
  };
  return {
    metadata: {
      ...randomShootNames,
      ...(random.chance(0.06) && { deletionTimestamp: randomPastTime(random, now), finalizers: ["gardener"] }),
    },
    spec: {
      cloudProfile: { kind: "CloudProfile", name: "local" },
      networking: random.chance(rare / 4) ? undefined : anyNetworking(random, rare),
      provider: {
        type: "local",
        workers: random.chance(rare / 4)
          ? []
          : [{ ...pool, controlPlane: randomlyOmitted(random, rare / 10, () => ({})) }],
      },
      purpose: random.pick(["evaluation", "production", "testing", undefined]),
      region: random.pick(wanted),
      schedulerName: randomlyOmitted(random, rare / 5, () => random.pick(["default-scheduler", "mine"])),
      seedName: randomlyOmitted(random, 0.05, () => "seed-1"),
      seedSelector: randomlyOmitted(random, 0.25, () => anySelector(random)),
      tolerations: randomlyOmitted(random, 0.4, () => keyed(random, 0.7)),
      accessRestrictions: randomlyOmitted(random, 0.15, () => named(random, schedulingRestrictions, 0.7)),
      dns: randomlyOmitted(random, rare, () => ({
        domain: random.pick([
          "one.dev.example.org",
          "two.dev.example.org",
          "one.example.com",
          "one.dev.garden.example.org",
          undefined,
        ]),
      })),
      controlPlane: randomlyOmitted(random, 0.3, () => ({
        highAvailability: randomlyOmitted(random, 0.8, () => ({
          failureTolerance: { type: random.pick(["node", "zone"]) },
        })),
        zones: randomlyOmitted(random, rare, () => randomSubset(random, schedulingZones, 0.4)),
      })),
    },
    status: {
      networking: randomlyOmitted(random, rare / 3, () => ({
        pods: randomSubset(random, ranges, 0.1),
        services: randomSubset(random, ranges, 0.1),
        nodes: randomSubset(random, ranges, 0.1),
      })),
    },
  };
}

const schedule: RandomInputGenerator = (random, now) => {
  const wideness = { rare: 0, regions: schedulingRegions } as const;
  return {
    strategy: random.pick(["SameRegion", "MinimalDistance"]),
    seeds: randomSubset(random, ["seed-1", "seed-2", "seed-3"], 0.7).map((name) =>
      anySeedToChoose(random, now, name, wideness),
    ),
    shoot: anyShootToSchedule(random, now, wideness),
  };
};

/** A random input with everything that the scheduler reads, including other Shoots. */
const scheduleWords: RandomInputGenerator = (random, now) => {
  const wideness = { rare: 0.3, regions: random.pick([schedulingRegions, namedRegions]) };
  const seeds = randomSubset(random, ["seed-1", "seed-2", "seed-3", "seed-4"], 0.75);
  const others = Array.from({ length: random.int(0, 4) }, (_, number) => ({
    metadata: { ...randomShootNames, name: `other-${number}` },
    spec: { seedName: randomlyOmitted(random, 0.9, () => random.pick(["seed-1", "seed-2", "seed-3"])) },
    status: { seedName: randomlyOmitted(random, 0.8, () => random.pick(["seed-1", "seed-2"])) },
  }));
  return {
    strategy: random.pick(["SameRegion", "MinimalDistance"]),
    seeds: seeds.map((name) => anySeedToChoose(random, now, name, wideness)),
    shoots: others,
    cloudProfile: randomlyOmitted(random, 0.25, () => ({
      metadata: { name: "local" },
      spec: {
        seedSelector: {
          ...anySelector(random),
          providerTypes: randomlyOmitted(random, 0.4, () => random.pick([["local"], ["aws"], ["*"], []])),
        },
      },
    })),
    distances: randomlyOmitted(random, 0.4, () =>
      Object.fromEntries(randomSubset(random, wideness.regions, 0.6).map((region) => [region, random.int(-1, 3)])),
    ),
    shoot: anyShootToSchedule(random, now, wideness),
  };
};

export const scheduleAreas: Readonly<Record<string, RandomInputGenerator>> = {
  "next-schedule": schedule,
  "next-schedule-words": scheduleWords,
};
