import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#lib/random.ts";
import { randomPastTime } from "./any-moment.ts";
import {
  asStoredShootParts,
  randomFarPastTime,
  randomMaintenanceWindow,
  randomRolloutSettings,
  randomShootNames,
  randomShootParts,
} from "./any-shoot.ts";
import { type RandomInputGenerator, type RandomJson, randomlyOmitted } from "./draw.ts";

const expired = "2020-01-01T00:00:00Z";
const cloudProfile = {
  metadata: { name: "local" },
  spec: {
    type: "local",
    kubernetes: {
      versions: [
        { version: "1.35.4", classification: "supported" },
        { version: "1.35.2", classification: "supported" },
        { version: "1.34.5", classification: "supported" },
        { version: "1.34.1", classification: "deprecated", expirationDate: expired },
      ],
    },
    machineImages: [
      {
        name: "os",
        updateStrategy: "major",
        versions: [
          { version: "2.0.0", classification: "supported", architectures: ["amd64"], cri: [{ name: "containerd" }] },
          { version: "1.1.0", classification: "supported", architectures: ["amd64"], cri: [{ name: "containerd" }] },
          {
            version: "1.0.0",
            classification: "deprecated",
            expirationDate: expired,
            architectures: ["amd64"],
            cri: [{ name: "containerd" }],
          },
        ],
      },
    ],
    machineTypes: [{ name: "m", cpu: "1", gpu: "0", memory: "1Gi", architecture: "amd64" }],
  },
} as const;

const scheduled = [
  "reconcile",
  "rotate-ssh-keypair",
  "rotate-observability-credentials",
  "rotate-ca-start",
  "rotate-ssh-keypair;reconcile",
  "rotate-etcd-encryption-key",
  "rotate-credentials-start",
] as const;

function anyRotation(random: Random): RandomJson | undefined {
  const period = (): RandomJson => ({ rotationPeriod: random.pick(["168h0m0s", "672h0m0s", "0s"]) });
  return randomlyOmitted(random, 0.4, () => ({
    credentials: {
      etcdEncryptionKey: randomlyOmitted(random, 0.5, period),
      observability: randomlyOmitted(random, 0.5, period),
      sshKeypair: randomlyOmitted(random, 0.5, period),
    },
  }));
}

function anyCredentials(random: Random, now: number): RandomJson | undefined {
  const past = (): string => randomFarPastTime(random, now);
  return randomlyOmitted(random, 0.5, () => ({
    rotation: {
      etcdEncryptionKey: randomlyOmitted(random, 0.6, () => ({
        phase: randomlyOmitted(random, 0.9, () =>
          random.pick(["Completed", "Completed", "Preparing", "Prepared", "Completing"]),
        ),
        lastCompletionTime: randomlyOmitted(random, 0.7, past),
      })),
      sshKeypair: randomlyOmitted(random, 0.5, () => ({
        lastInitiationTime: randomlyOmitted(random, 0.5, past),
        lastCompletionTime: randomlyOmitted(random, 0.8, past),
      })),
      observability: randomlyOmitted(random, 0.5, () => ({
        lastInitiationTime: randomlyOmitted(random, 0.5, past),
        lastCompletionTime: randomlyOmitted(random, 0.8, past),
      })),
    },
  }));
}

const maintenance: RandomInputGenerator = (random, now) => {
  const { metadata, spec, status } = asStoredShootParts(
    randomShootParts(random, now, { deleting: 0.06, moving: 0.03 }),
  );
  const isAsleep = random.chance(0.2);
  const hibernation = randomlyOmitted(random, 0.6, () => ({ enabled: isAsleep }));
  return {
    cloudProfile,
    gardenlet: randomRolloutSettings(random),
    hibernationEnabled: hibernation?.enabled ?? false,
    shoot: {
      metadata: {
        ...metadata,
        creationTimestamp: random.chance(0.5) ? randomPastTime(random, now) : randomFarPastTime(random, now),
        annotations: {
          ...Object(metadata.annotations),
          "gardener.cloud/created-by": "owner",
          [annotations.operation]: randomlyOmitted(random, 0.5, () =>
            random.pick(["maintain", "maintain", "maintain", "maintain;rotate-ssh-keypair", "reconcile", "retry"]),
          ),
          [annotations.maintenanceOperation]: randomlyOmitted(random, 0.2, () => random.pick(scheduled)),
          [annotations.needsRetry]: randomlyOmitted(random, 0.2, () =>
            random.pick(["true", "true", "1", "false", "yes"]),
          ),
          [annotations.tasks]: randomlyOmitted(random, 0.1, () =>
            random.pick(["deployInfrastructure", "restartCoreAddons", "deployDNSRecordInternal,restartCoreAddons"]),
          ),
        },
      },
      spec: {
        ...spec,
        hibernation,
        cloudProfile: { kind: "CloudProfile", name: "local" },
        kubernetes: { version: random.pick(["1.34.1", "1.34.5", "1.35.2", "1.35.4"]) },
        maintenance: {
          ...Object(spec.maintenance),
          timeWindow: randomMaintenanceWindow(random, now),
          autoUpdate: { kubernetesVersion: random.chance(0.5), machineImageVersion: random.chance(0.5) },
          autoRotation: anyRotation(random),
        },
        provider: {
          type: "local",
          workers: [
            {
              name: "first",
              minimum: 1,
              maximum: 2,
              cri: { name: "containerd" },
              machine: {
                type: "m",
                architecture: "amd64",
                image: { name: "os", version: random.pick(["1.0.0", "1.1.0", "2.0.0"]) },
              },
            },
          ],
          workersSettings: { sshAccess: { enabled: random.chance(0.8) } },
        },
      },
      status: {
        ...status,
        credentials: anyCredentials(random, now),
        hibernated: randomlyOmitted(random, 0.2, () => random.chance(0.7)),
        lastMaintenance: randomlyOmitted(random, 0.3, () => ({
          description: "x",
          failureReason: randomlyOmitted(random, 0.7, () => "x"),
          state: random.pick(["Failed", "Succeeded", "Processing"]),
          triggeredTime: randomFarPastTime(random, now),
        })),
      },
    },
  };
};

const windows: readonly [RandomJson, ...RandomJson[]] = [
  { begin: "220000+0000", end: "230000+0000" },
  { begin: "230000+0100", end: "000000+0100" },
  { begin: "010000+0100", end: "020000+0100" },
];
const requests = ["maintain", "maintain;rotate-ssh-keypair", "reconcile", "reconcile;maintain", " maintain "] as const;

const maintenanceWake: RandomInputGenerator = (random) => {
  const shoot = (): RandomJson => ({
    metadata: {
      ...randomShootNames,
      annotations: { [annotations.operation]: randomlyOmitted(random, 0.6, () => random.pick(requests)) },
    },
    spec: {
      maintenance: {
        timeWindow: randomlyOmitted(random, 0.9, () => random.pick(windows)),
        confineSpecUpdateRollout: randomlyOmitted(random, 0.3, () => true),
      },
    },
  });
  return { old: shoot(), new: shoot() };
};

export const maintenanceAreas: Readonly<Record<string, RandomInputGenerator>> = {
  "next-maintenance": maintenance,
  "next-maintenance-wake": maintenanceWake,
};
