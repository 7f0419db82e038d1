import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#lib/random.ts";
import { anyPast } from "./any-moment.ts";
import { anySettings, anyWindow, asStored, farPast, randomShootNames, randomShootParts } from "./any-shoot.ts";
import { type Draw, type Drawn, maybe } from "./draw.ts";

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

function anyRotation(random: Random): Drawn | undefined {
  const period = (): Drawn => ({ rotationPeriod: random.pick(["168h0m0s", "672h0m0s", "0s"]) });
  return maybe(random, 0.4, () => ({
    credentials: {
      etcdEncryptionKey: maybe(random, 0.5, period),
      observability: maybe(random, 0.5, period),
      sshKeypair: maybe(random, 0.5, period),
    },
  }));
}

function anyCredentials(random: Random, now: number): Drawn | undefined {
  const past = (): string => farPast(random, now);
  return maybe(random, 0.5, () => ({
    rotation: {
      etcdEncryptionKey: maybe(random, 0.6, () => ({
        phase: maybe(random, 0.9, () => random.pick(["Completed", "Completed", "Preparing", "Prepared", "Completing"])),
        lastCompletionTime: maybe(random, 0.7, past),
      })),
      sshKeypair: maybe(random, 0.5, () => ({
        lastInitiationTime: maybe(random, 0.5, past),
        lastCompletionTime: maybe(random, 0.8, past),
      })),
      observability: maybe(random, 0.5, () => ({
        lastInitiationTime: maybe(random, 0.5, past),
        lastCompletionTime: maybe(random, 0.8, past),
      })),
    },
  }));
}

const maintenance: Draw = (random, now) => {
  const { metadata, spec, status } = asStored(randomShootParts(random, now, { deleting: 0.06, moving: 0.03 }));
  const isAsleep = random.chance(0.2);
  const hibernation = maybe(random, 0.6, () => ({ enabled: isAsleep }));
  return {
    cloudProfile,
    gardenlet: anySettings(random),
    hibernationEnabled: hibernation?.enabled ?? false,
    shoot: {
      metadata: {
        ...metadata,
        creationTimestamp: random.chance(0.5) ? anyPast(random, now) : farPast(random, now),
        annotations: {
          ...Object(metadata.annotations),
          "gardener.cloud/created-by": "owner",
          [annotations.operation]: maybe(random, 0.5, () =>
            random.pick(["maintain", "maintain", "maintain", "maintain;rotate-ssh-keypair", "reconcile", "retry"]),
          ),
          [annotations.maintenanceOperation]: maybe(random, 0.2, () => random.pick(scheduled)),
          [annotations.needsRetry]: maybe(random, 0.2, () => random.pick(["true", "true", "1", "false", "yes"])),
          [annotations.tasks]: maybe(random, 0.1, () =>
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
          timeWindow: anyWindow(random, now),
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
        hibernated: maybe(random, 0.2, () => random.chance(0.7)),
        lastMaintenance: maybe(random, 0.3, () => ({
          description: "x",
          failureReason: maybe(random, 0.7, () => "x"),
          state: random.pick(["Failed", "Succeeded", "Processing"]),
          triggeredTime: farPast(random, now),
        })),
      },
    },
  };
};

const windows: readonly [Drawn, ...Drawn[]] = [
  { begin: "220000+0000", end: "230000+0000" },
  { begin: "230000+0100", end: "000000+0100" },
  { begin: "010000+0100", end: "020000+0100" },
];
const requests = ["maintain", "maintain;rotate-ssh-keypair", "reconcile", "reconcile;maintain", " maintain "] as const;

const maintenanceWake: Draw = (random) => {
  const shoot = (): Drawn => ({
    metadata: {
      ...randomShootNames,
      annotations: { [annotations.operation]: maybe(random, 0.6, () => random.pick(requests)) },
    },
    spec: {
      maintenance: {
        timeWindow: maybe(random, 0.9, () => random.pick(windows)),
        confineSpecUpdateRollout: maybe(random, 0.3, () => true),
      },
    },
  });
  return { old: shoot(), new: shoot() };
};

export const maintenanceAreas: Readonly<Record<string, Draw>> = {
  "next-maintenance": maintenance,
  "next-maintenance-wake": maintenanceWake,
};
