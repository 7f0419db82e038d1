import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#server/embedded/gardener/random/random.ts";
import { anyPast } from "./any-moment.ts";
import { anyShoot, names, type ShootParts } from "./any-shoot.ts";
import { type Draw, type Drawn, maybe, someOf } from "./draw.ts";

/** The API server knows no Shoot without these. */
function asStored({ metadata, spec, status }: ShootParts): ShootParts {
  return {
    metadata: { ...metadata, finalizers: ["gardener"] },
    spec: { ...spec, maintenance: spec.maintenance ?? {} },
    status,
  };
}

/** With `force-in-place-update` beside another one, Gardener's own answer is one of chance: it puts them in a random order. */
const asked = [
  ...[
    "reconcile",
    "retry",
    "maintain",
    "rotate-ssh-keypair",
    "reconcile;rotate-ssh-keypair",
    "rotate-ca-start",
    "rotate-credentials-start",
  ],
  ...[
    "rotate-credentials-start;rotate-ca-start",
    "rotate-credentials-complete",
    "rotate-etcd-encryption-key",
    "rotate-observability-credentials",
  ],
  ...[
    "force-in-place-update",
    "rollout-workers=first",
    "rotate-rollout-workers=first",
    "rotate-serviceaccount-key-complete",
    "reconcile;reconcile",
  ],
  ...["rotate-ca-start;retry"],
] as const;

const generation: Draw = (random, now) => {
  const { metadata, spec, status } = asStored(anyShoot(random, now, { deleting: 0.03, moving: 0.03 }));
  const changes = [
    { operation: asked[random.int(0, asked.length - 1)] ?? "reconcile" },
    { operation: asked[random.int(0, asked.length - 1)] ?? "reconcile" },
    { hibernate: random.chance(0.7) },
    { schedules: "0 20 * * *" },
    { version: random.pick(["1.35.4", "1.35.2"]) },
  ] as const;
  return {
    change: random.pick(changes),
    respectSyncPeriodOverwrite: random.chance(0.4),
    shoot: {
      metadata,
      spec: {
        ...spec,
        hibernation: maybe(random, 0.8, () => ({ enabled: random.chance(0.4) })),
        kubernetes: { version: "1.35.2" },
        provider: {
          type: "local",
          workers: [{ name: "first", minimum: 1, maximum: 2, machine: { type: "m" } }],
          workersSettings: { sshAccess: { enabled: random.chance(0.7) } },
        },
      },
      status: { ...status, observedGeneration: random.pick([5, 5, 5, 4]) },
    },
  };
};

const settings = [
  { scheduling: { visible: true } },
  { scheduling: { visible: true } },
  { scheduling: { visible: true } },
  { scheduling: { visible: false } },
] as const;

function anySeedToChoose(random: Random, now: number, name: string): Drawn {
  const isWell = random.chance(0.85);
  const conditions = ["GardenletReady", "BackupBucketsReady"].filter(
    (type) => type === "GardenletReady" || random.chance(0.4),
  );
  return {
    metadata: {
      name,
      labels: { tier: random.pick(["prod", "dev"]) },
      annotations: maybe(random, 0.12, () => ({ [annotations.emergencyStop]: random.pick(["true", "1", "false"]) })),
      ...(random.chance(0.08) && { deletionTimestamp: anyPast(random, now), finalizers: ["gardener"] }),
    },
    spec: {
      backup: maybe(random, 0.2, () => ({ provider: "local" })),
      networks: { nodes: "10.10.0.0/16", pods: "10.20.0.0/16", services: "10.30.0.0/16" },
      provider: {
        type: random.pick(["local", "local", "local", "aws"]),
        region: random.pick(["eu-1", "eu-2", "us-1"]),
        zones: random.pick([["a"], ["a", "b", "c"], ["b", "c", "d"]]),
      },
      settings: random.pick(settings),
      taints: maybe(random, 0.2, () => [{ key: "seed.gardener.cloud/protected" }]),
      accessRestrictions: maybe(random, 0.3, () => [{ name: "eu-access-only" }]),
    },
    status: {
      allocatable: maybe(random, 0.4, () => ({ shoots: random.pick(["0", "1", "250"]) })),
      conditions: conditions.map((type) => ({
        type,
        status: isWell ? "True" : random.pick(["True", "False", "Unknown"]),
        reason: "x",
        message: "x",
      })),
      lastOperation: maybe(random, 0.95, () => ({
        type: "Reconcile",
        state: "Succeeded",
        description: "",
        progress: 100,
        lastUpdateTime: anyPast(random, now),
      })),
    },
  };
}

const schedule: Draw = (random, now) => ({
  strategy: random.pick(["SameRegion", "MinimalDistance"]),
  seeds: someOf(random, ["seed-1", "seed-2", "seed-3"], 0.7).map((name) => anySeedToChoose(random, now, name)),
  shoot: {
    metadata: {
      ...names,
      ...(random.chance(0.06) && { deletionTimestamp: anyPast(random, now), finalizers: ["gardener"] }),
    },
    spec: {
      cloudProfile: { kind: "CloudProfile", name: "local" },
      networking: {
        nodes: "10.40.0.0/16",
        pods: random.pick(["10.50.0.0/16", "10.50.0.0/16", "10.20.128.0/17"]),
        services: "10.60.0.0/16",
      },
      provider: {
        type: "local",
        workers: [
          { name: "first", minimum: 1, maximum: 2, machine: { type: "m" }, zones: maybe(random, 0.4, () => ["a"]) },
        ],
      },
      purpose: random.pick(["evaluation", "production", "testing"]),
      region: random.pick(["eu-1", "eu-2"]),
      seedName: maybe(random, 0.05, () => "seed-1"),
      seedSelector: maybe(random, 0.25, () => ({ matchLabels: { tier: "prod" } })),
      tolerations: maybe(random, 0.4, () => [{ key: "seed.gardener.cloud/protected" }]),
      accessRestrictions: maybe(random, 0.15, () => [{ name: "eu-access-only" }]),
      controlPlane: maybe(random, 0.3, () => ({
        highAvailability: { failureTolerance: { type: random.pick(["node", "zone"]) } },
      })),
    },
    status: {},
  },
});

export const writeAreas: Readonly<Record<string, Draw>> = {
  "next-generation": generation,
  "next-schedule": schedule,
};
