import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { demoObject, sampleCluster } from "./flat-landscape.ts";

const list = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const fields = (count: number, name: string) =>
  Object.fromEntries(list(count, (index) => [`${name}${index}.example.com/x`, "v"]));

const pools = 1_000;
const stages = ["preview", "supported", "deprecated"] as const;

/** A profile with thousands of versions that expire on different days, and thousands of machine types. */
function manyVersions(now: Date): CloudProfileSpec {
  const ends = (index: number) => new Date(now.getTime() + (index % 700) * dayMs).toISOString().replace(/\.\d+/, "");
  const stage = (index: number) => stages[index % stages.length] ?? "supported";
  return {
    type: "aws",
    kubernetes: {
      versions: list(2_000, (index) => ({
        version: `1.${20 + Math.floor(index / 100)}.${index % 100}`,
        classification: stage(index),
        expirationDate: ends(index),
      })),
    },
    machineImages: list(100, (image) => ({
      name: `image-${image}`,
      updateStrategy: ["patch", "minor", "major"][image % 3] ?? "major",
      versions: list(40, (index) => ({
        version: `${1 + Math.floor(index / 7)}.${index % 7}.0`,
        classification: stage(index),
        expirationDate: ends(index * 7),
        architectures: ["amd64", "arm64"],
        cri: [{ name: "containerd", containerRuntimes: [{ type: "gvisor" }] }],
      })),
    })),
    machineTypes: list(3_000, (index) => ({
      name: `type-${index}`,
      cpu: "4",
      gpu: "0",
      memory: "8Gi",
      architecture: "amd64",
    })),
  };
}

interface Reference {
  readonly kind: string;
  readonly name: string;
}

/** A Shoot that contains a thousand or more of every repeatable field, close to etcd's size limit. */
function manyOfAll(name: string, cloudProfile: Reference, now: Date): KubeObject {
  const base: Shoot = { ...shootOf(now) };
  const at = new Date(now.getTime() - dayMs).toISOString().replace(/\.\d+/, "");
  const { cloudProfileName: _name, ...spec } = base.spec;
  const rotating = {
    phase: "WaitingForWorkersRollout",
    lastInitiationTime: at,
    pendingWorkersRollouts: list(pools, (index) => ({ name: `p${index}`, lastInitiationTime: at })),
  };
  const times = { lastTransitionTime: at, lastUpdateTime: at };
  const condition = (index: number) => ({ type: `C${index}`, status: "False", reason: "R", message: "m", ...times });
  const shoot: Shoot = {
    ...base,
    metadata: {
      ...base.metadata,
      name,
      uid: `uid-of-${name}`,
      annotations: fields(3_000, "a"),
      labels: fields(1_000, "l"),
    },
    spec: {
      ...spec,
      cloudProfile,
      kubernetes: { version: "1.30.1" },
      hibernation: {
        schedules: list(1_000, (index) => ({
          start: `${index % 60} ${index % 24} ${1 + (index % 28)} * *`,
          end: `${index % 59} ${index % 23} * * *`,
          location: ["Europe/Berlin", "UTC", `Nowhere/${index}`][index % 3] ?? "UTC",
        })),
      },
      maintenance: {
        autoUpdate: { kubernetesVersion: true, machineImageVersion: true },
        timeWindow: { begin: "220000+0100", end: "230000+0100" },
      },
      provider: {
        type: "aws",
        workers: list(pools, (index) => ({
          name: `p${index}`,
          minimum: 1,
          maximum: 3,
          zones: ["a", "b"],
          cri: { name: "containerd" },
          machine: {
            type: `type-${index}`,
            architecture: "amd64",
            image: { name: `image-${index % 10}`, version: `${1 + (index % 40)}.${index % 7}.0` },
          },
          ...(index % 2 === 0 && { kubernetes: { version: `1.${29 + (index % 2)}.${index % 5}` } }),
        })),
      },
    },
    status: {
      ...base.status,
      conditions: list(1_000, condition),
      constraints: list(1_000, condition),
      lastErrors: list(2_000, (index) => ({
        description: `error ${index}`,
        codes: [`ERR_${index}`],
        taskID: `t${index}`,
      })),
      advertisedAddresses: list(1_000, (index) => ({ name: `n${index}`, url: `https://a${index}.example.com` })),
      inPlaceUpdates: { pendingWorkerUpdates: { autoInPlaceUpdate: list(pools, (index) => `p${index}`) } },
      manualWorkerPoolRollout: { pendingWorkersRollouts: rotating.pendingWorkersRollouts },
      credentials: { rotation: { certificateAuthorities: rotating, serviceAccountKey: rotating } },
    },
  };
  return shoot;
}

function shootOf(now: Date): Shoot {
  const found = demoObject("Shoot", sampleCluster.name, now);
  if (!isShoot(found)) throw new Error("the demo's cluster is no Shoot");
  return found;
}

function isShoot(object: KubeObject): object is Shoot {
  return object.kind === "Shoot";
}

export const worstProfile = "worst";
/** Names of large Shoots, one per kind of profile: the demo's, a large CloudProfile, a large NamespacedCloudProfile. */
export const worstClusters = ["worst-cluster", "worst-of-all", "worst-of-project"] as const;

/** The largest objects that a garden stores, as project members and operators could create them. */
export function worstObjects(now: Date): readonly KubeObject[] {
  const spec = manyVersions(now);
  const namespace = "garden-payments";
  const [plain, all, project] = worstClusters;
  const parent = { kind: "CloudProfile", name: worstProfile };
  return [
    { kind: "CloudProfile", metadata: { name: worstProfile, uid: "uid-of-profile" }, ...{ spec } },
    {
      kind: "NamespacedCloudProfile",
      metadata: { name: worstProfile, namespace, uid: "uid-of-own-profile" },
      ...{ spec: { parent, kubernetes: spec.kubernetes }, status: { cloudProfileSpec: spec } },
    },
    manyOfAll(plain, { kind: "CloudProfile", name: "aws" }, now),
    manyOfAll(all, parent, now),
    manyOfAll(project, { kind: "NamespacedCloudProfile", name: worstProfile }, now),
  ];
}
