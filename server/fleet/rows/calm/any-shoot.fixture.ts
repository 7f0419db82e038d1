import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { HibernationSchedule, Shoot, ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import type { SeedFacts } from "#lib/policy/next/seed-facts.ts";
import type { Random } from "#lib/random.ts";

/** Current time of the test. */
export const randomShootNow = Date.parse("2026-11-27T06:00:00Z");
const at = (ms: number) => new Date(randomShootNow + ms).toISOString();
const lowest = "1.32.7";

/** Profiles with versions that are expired, expire soon, later or never. Missing versions cause dead ends. */
export const randomShootProfiles: Readonly<Record<string, CloudProfileSpec>> = {
  whole: {
    kubernetes: {
      versions: [
        { version: lowest, classification: "deprecated", expirationDate: at(-20 * dayMs) },
        { version: "1.33.4", classification: "deprecated", expirationDate: at(9 * dayMs) },
        { version: "1.33.9", classification: "supported", expirationDate: at(70 * dayMs) },
        { version: "1.34.1", classification: "supported", expirationDate: at(200 * dayMs) },
        { version: "1.35.2", classification: "supported" },
      ],
    },
    machineImages: [
      {
        name: "gardenlinux",
        updateStrategy: "major",
        versions: [
          {
            version: "1592.3.0",
            expirationDate: at(5 * dayMs),
            cri: [{ name: "containerd" }],
            architectures: ["amd64"],
          },
          { version: "1877.6.0", cri: [{ name: "containerd" }], architectures: ["amd64"] },
        ],
      },
    ],
    machineTypes: [{ name: "m" }],
  },
  broken: {
    kubernetes: {
      versions: [
        { version: lowest, classification: "deprecated", expirationDate: at(12 * dayMs) },
        { version: "1.33.4", classification: "supported", expirationDate: at(60 * dayMs) },
        { version: "1.35.2", classification: "supported" },
      ],
    },
    machineImages: [
      {
        name: "gardenlinux",
        updateStrategy: "minor",
        versions: [
          { version: "1592.3.0", expirationDate: at(-dayMs), cri: [{ name: "containerd" }], architectures: ["amd64"] },
        ],
      },
    ],
    machineTypes: [{ name: "m" }],
  },
};

const codes = [
  "ERR_INFRA_QUOTA_EXCEEDED",
  "ERR_INFRA_RATE_LIMITS_EXCEEDED",
  "ERR_CONFIGURATION_PROBLEM",
  "ERR_RETRYABLE_INFRA_DEPENDENCIES",
  "ERR_RETRYABLE_CONFIGURATION_PROBLEM",
] as const;
const constraints = [
  "HibernationPossible",
  "CACertificateValiditiesAcceptable",
  "UsesUnifiedHTTPProxyPort",
  "DNSServiceMigrationReady",
] as const;

/**
 * A random Shoot in which everything that decides Gardener's next action is combined independently: annotations,
 * operations, conditions, generations, Seeds, windows, schedules, lifetimes, rotations, constraints.
 */
export function randomShoot(random: Random, index: number): Shoot {
  const { pick, chance, int } = random;
  const past = () => at(-int(0, 3 * 24 * 60) * minuteMs);
  const generation = pick([6, 6, 6, 7]);
  return {
    metadata: {
      name: `c${index}`,
      uid: `u${index}`,
      namespace: pick(["garden", "garden-dev"]),
      generation,
      finalizers: [...pick([["gardener"], ["gardener"], ["other"]])],
      creationTimestamp: past(),
      annotations: anyAnnotations(random),
      ...(chance(0.1) && { deletionTimestamp: past() }),
      ...(chance(0.5) && { managedFields: [{ manager: "kubectl", time: past(), fieldsV1: { "f:spec": {} } }] }),
    },
    spec: anySpec(random),
    status: anyStatus(random, past),
  };
}

function anyAnnotations({ pick, chance, int }: Random): Record<string, string> {
  return {
    ...(chance(0.1) && { "shoot.gardener.cloud/ignore": pick(["true", "true", "1", "maybe", "false"]) }),
    ...(chance(0.12) && {
      "shoot.gardener.cloud/expiration-timestamp": chance(0.9) ? at(int(-30, 24 * 120) * hourMs) : "next week",
    }),
    ...(chance(0.05) && { "maintenance.shoot.gardener.cloud/needs-retry-operation": "true" }),
    ...(chance(0.1) && {
      "maintenance.gardener.cloud/operation": pick(["rotate-ssh-keypair", "rotate-credentials-start", "reconcile"]),
    }),
  };
}

function anySpec(random: Random): ShootSpec {
  const { pick, chance } = random;
  const workers = chance(0.85);
  return {
    kubernetes: { version: pick([lowest, "1.33.4", "1.33.9", "1.34.1", "1.35.2", "1.35.2", "1.35.2"]) },
    provider: {
      type: "local",
      workers: workers
        ? [
            {
              name: "a",
              minimum: 1,
              maximum: 3,
              maxSurge: 1,
              maxUnavailable: 0,
              machine: {
                type: "m",
                architecture: "amd64",
                image: { name: "gardenlinux", version: pick(["1592.3.0", "1877.6.0", "1877.6.0"]) },
              },
            },
          ]
        : [],
    },
    cloudProfile: { kind: "CloudProfile", name: pick(["whole", "whole", "broken", "gone"]) },
    ...(chance(0.9) && { credentialsBindingName: "a" }),
    ...(chance(0.95) && { seedName: pick(["seed-a", "seed-a", "seed-a", "seed-b"]) }),
    maintenance: {
      autoUpdate: { kubernetesVersion: chance(0.5), ...(workers && { machineImageVersion: chance(0.5) }) },
      ...(chance(0.3) && { confineSpecUpdateRollout: true }),
      ...(chance(0.8) && {
        timeWindow: pick([
          { begin: "220000+0000", end: "230000+0000" },
          { begin: "053000+0000", end: "070000+0000" },
        ]),
      }),
      ...(chance(0.1) && { autoRotation: { credentials: { sshKeypair: { rotationPeriod: "168h" } } } }),
    },
    ...(chance(0.3) && { hibernation: { enabled: chance(0.3), schedules: anySchedules(random) } }),
  };
}

function anySchedules({ pick, chance }: Random): readonly HibernationSchedule[] {
  const start = pick(["0 20 * * *", "0 20 * * *", "0 5 * * *", "nonsense", "0 0 30 2 *"]);
  return [{ start, ...(chance(0.5) && { end: "0 7 * * 1" }), location: "Europe/Berlin" }];
}

function anyStatus({ pick, chance, int }: Random, past: () => string): ShootStatus {
  const status = () => pick(["True", "True", "True", "False", "Unknown", "Progressing"]);
  const silent = chance(0.03);
  const state = pick(["Succeeded", "Succeeded", "Succeeded", "Processing", "Failed", "Error", "Aborted", "Pending"]);
  const type =
    state === "Pending" && chance(0.5)
      ? undefined
      : pick(["Reconcile", "Reconcile", "Create", "Delete", "Migrate", "Restore"]);
  const phase = pick(["Prepared", "WaitingForWorkersRollout", "Preparing", "Completed"]);
  return {
    uid: pick(["1-2-3", "1-2-3", ""]),
    seedName: "seed-a",
    observedGeneration: 6,
    gardener: { version: pick(["v1.150.0", "v1.150.0", "v1.149.2"]) },
    hibernated: chance(0.15),
    ...(chance(0.95) && {
      lastOperation: { ...(type !== undefined && { type }), state, lastUpdateTime: past(), progress: int(0, 100) },
    }),
    ...((state === "Failed" || state === "Error") &&
      chance(0.7) && { lastErrors: [{ description: "it failed", codes: [pick(codes)] }] }),
    ...(chance(0.2) && { lastMaintenance: { state: pick(["Succeeded", "Failed"]), triggeredTime: past() } }),
    conditions: ["APIServerAvailable", "EveryNodeReady"].map((each) => ({
      type: each,
      status: silent ? "Unknown" : status(),
      ...(silent && { reason: "StatusUnknown" }),
      lastTransitionTime: past(),
    })),
    constraints: chance(0.3) ? [{ type: pick(constraints), status: status() }] : [],
    ...(chance(0.2) && {
      credentials: {
        rotation: {
          certificateAuthorities: { phase, lastInitiationTime: past() },
          sshKeypair: { lastInitiationTime: past(), lastCompletionTime: at(-int(0, 20) * dayMs) },
        },
      },
    }),
  };
}

export function randomSeedFacts({ pick, chance }: Random): SeedFacts {
  return {
    name: "seed-a",
    release: "v1.150.0",
    stopped: chance(0.1),
    ...(chance(0.1) && { silentSince: at(-dayMs) }),
    ...(chance(0.1) && { problem: pick(["conditions", "generation-not-observed"]) }),
  };
}
