import { namespaceObject, secretObject } from "#garden/api/core/core-objects.ts";
import type { CredentialsBinding, SecretBinding } from "#garden/gardener/kinds/bindings.ts";
import { buildMachineTypes, buildRegions } from "#garden/landscape/profiles/profile-data.ts";
import type { CloudProfile, ExpirableVersion, MachineImage, MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { createRandom, type Random } from "#lib/random.ts";
import { newestGardenerBuild } from "./release.ts";

/** A landscape with Shoots of various ages, for comparing maintenance. */
export interface MaintenanceCases {
  /** The profile at the time of maintenance, in which some versions have expired or will expire. */
  readonly profile: CloudProfile;
  readonly seed: Seed;
  /** The project, its Secret and its bindings. */
  readonly frame: readonly KubeObject[];
  readonly shoots: readonly Shoot[];
}

const minors = [32, 33, 34, 35, 36] as const;
const patches = [1, 4, 7] as const;
const imageTexts = ["1.0.0", "1.0.3", "1.2.0", "2.1.0", "2.1.4", "3.0.0", "4.2.0"] as const;
type Window = readonly [begin: string, end: string];
const windows: readonly [Window, ...Window[]] = [
  ["020000+0000", "030000+0000"],
  ["233000+0000", "013000+0000"],
  ["060000+0000", "103000+0000"],
];

/** Generates a landscape. The same number and count give the same landscape, with dates relative to `now`. */
export function generateMaintenanceCases(number: number, count: number, now: number): MaintenanceCases {
  const random = createRandom(number, "maintenance-cases");
  const project = `m${number}`;
  const profile = profileForRun(number, 1, now);
  const seed = seedOf(project);
  const shoots = Array.from({ length: count }, (_, at) => shootOf(random, { project, profile, at }));
  return { profile, seed, frame: frameOf(project), shoots };
}

/** The profile for one of several maintenance runs: the same versions with other lifecycles. */
export function profileForRun(number: number, run: number, now: number): CloudProfile {
  const texts = createRandom(number, "versions");
  const lives = createRandom(number, `lives/${run}`);
  return profileOf({ texts, lives }, `m${number}`, now);
}

interface Chances {
  /** Random numbers for the list of versions. */
  readonly texts: Random;
  /** Random numbers for the lifecycles of versions. */
  readonly lives: Random;
}

function someOf<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  const chosen = items.filter(() => random.chance(0.8));
  return chosen.length === 0 ? items : chosen;
}

function fate(random: Random, now: number, classification: string): Omit<ExpirableVersion, "version"> {
  const day = (days: number) => formatInstant(now + days * dayMs);
  if (classification !== "preview" && random.chance(0.2)) {
    const end = random.int(-40, 40);
    return {
      lifecycle: [
        { classification: "preview" },
        ...(classification === "supported" ? [{ classification: "supported", startTime: day(end - 60) }] : []),
        { classification: "deprecated", startTime: day(end - 30) },
        { classification: "expired", startTime: day(end) },
      ],
    };
  }
  const ends = classification !== "preview" && random.chance(0.6);
  return { classification, ...(ends && { expirationDate: day(random.int(-40, 60)) }) };
}

function profileOf({ texts: listing, lives: random }: Chances, name: string, now: number): CloudProfile {
  const versions = minors.flatMap((minor) => {
    const texts = someOf(
      listing,
      patches.map((patch) => `1.${minor}.${patch}`),
    );
    // At most one patch version of a minor can be supported.
    const supported = random.chance(0.85) ? random.int(0, texts.length - 1) : -1;
    return texts.map((version, at) => {
      const classification = at === supported ? "supported" : random.chance(0.2) ? "preview" : "deprecated";
      return { version, ...fate(random, now, classification) };
    });
  });
  // The newest version must not expire.
  const newest = { version: versions.at(-1)?.version ?? "", classification: "preview" };
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name },
    spec: {
      type: "local",
      kubernetes: { versions: [...versions.slice(0, -1), newest] },
      machineImages: ["gardenlinux", "flatcar", "ubuntu"].map((image) =>
        imageOf({ texts: listing, lives: random }, image, now),
      ),
      machineTypes: buildMachineTypes([
        ["m", 4, 8],
        ["g", 4, 8, { architecture: "arm64" }],
      ]),
      volumeTypes: [{ name: "standard", class: "standard", usable: true }],
      regions: buildRegions({ here: ["a", "b", "c"] }),
    },
  };
}

function imageOf({ texts: listing, lives: random }: Chances, name: string, now: number): MachineImage {
  const constraint = listing.pick([undefined, undefined, "< 1.34", ">= 1.33"]);
  const supported = new Set<string>();
  const versions = someOf(listing, imageTexts).map((version, at): MachineImageVersion => {
    const minor = version.slice(0, version.lastIndexOf("."));
    const drawn = random.pick(["supported", "deprecated", "deprecated", "preview"]);
    const classification = drawn === "supported" && supported.has(minor) ? "deprecated" : drawn;
    if (classification === "supported") supported.add(minor);
    return {
      version,
      ...fate(random, now, classification),
      cri: [{ name: "containerd" }],
      architectures: listing.chance(0.3) ? ["amd64"] : ["amd64", "arm64"],
      ...(constraint !== undefined && at % 2 === 0 && { kubeletVersionConstraint: constraint }),
      ...(listing.chance(0.6) && { inPlaceUpdates: { supported: true, minVersionForUpdate: "1.0.0" } }),
    };
  });
  return { name, updateStrategy: listing.pick(["patch", "minor", "major"]), versions };
}

function seedOf(project: string): Seed {
  const credentialsRef = { apiVersion: "v1", kind: "Secret", name: "seed-dns", namespace: "garden" };
  const spec = {
    provider: { type: "local", region: "here", zones: ["a", "b", "c"] },
    settings: { scheduling: { visible: true } },
    networks: { nodes: "10.240.0.0/16", pods: "10.241.0.0/16", services: "10.242.0.0/16" },
    ingress: { domain: `ingress.${project}.harborline.example`, controller: { kind: "nginx" } },
    dns: {
      provider: { type: "aws-route53", credentialsRef },
      internal: { type: "aws-route53", domain: `internal.${project}.harborline.example`, credentialsRef },
    },
  };
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Seed",
    metadata: { name: `seed-${project}` },
    spec,
    status: {
      gardener: { id: "gardenlet", name: "gardenlet", version: newestGardenerBuild.version },
      kubernetesVersion: "v1.34.4",
    },
  };
}

function frameOf(project: string): readonly KubeObject[] {
  const place = `garden-${project}`;
  const owner = { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "olga.brandt@harborline.example" };
  const labels = { "gardener.cloud/role": "project", "project.gardener.cloud/name": project };
  const metadata = { name: "account", namespace: place };
  // A separate Secret: Gardener would use a CredentialsBinding for the same one when it migrates SecretBindings.
  const old = { name: "old-account", namespace: place };
  const secretBinding: SecretBinding = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "SecretBinding",
    metadata: old,
    provider: { type: "local" },
    secretRef: old,
    quotas: [],
  };
  const credentialsBinding: CredentialsBinding = {
    apiVersion: "security.gardener.cloud/v1alpha1",
    kind: "CredentialsBinding",
    metadata,
    provider: { type: "local" },
    credentialsRef: { apiVersion: "v1", kind: "Secret", ...metadata },
    quotas: [],
  };
  const projectObject = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Project",
    metadata: { name: project },
    spec: { namespace: place, owner },
  };
  return [
    namespaceObject({ name: place, labels }),
    projectObject,
    secretObject(metadata, { account: "not-a-real-key" }),
    secretObject(old, { account: "not-a-real-key" }),
    secretBinding,
    credentialsBinding,
  ];
}

interface ShootFrame {
  readonly project: string;
  readonly profile: CloudProfile;
  readonly at: number;
}

function shootOf(random: Random, { project, profile, at }: ShootFrame): Shoot {
  const versions = (profile.spec.kubernetes?.versions ?? []).map(({ version }) => version);
  const version = versions[random.int(0, versions.length - 1)] ?? "";
  const minor = Number(version.split(".")[1]);
  const pools = Array.from({ length: random.int(0, 3) }, (_, place) =>
    poolOf(random, `p${place}`, { profile, version, versions }),
  ).filter((pool) => pool !== undefined);
  const [begin, end] = random.pick(windows);
  const name = `c${at}`;
  const hasPools = pools.length > 0;
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name, namespace: `garden-${project}` },
    spec: {
      purpose: "evaluation",
      region: "here",
      cloudProfile: { kind: "CloudProfile", name: project },
      seedName: `seed-${project}`,
      ...(hasPools &&
        (minor < 34 && random.chance(0.3)
          ? { secretBindingName: "old-account" }
          : { credentialsBindingName: "account" })),
      kubernetes: kubernetesOf(random, version, hasPools),
      provider: { type: "local", workers: pools },
      networking: {
        services: "100.64.0.0/13",
        ...(hasPools && { type: "calico", pods: "100.96.0.0/11", nodes: "10.250.0.0/16" }),
      },
      maintenance: {
        autoUpdate: {
          kubernetesVersion: random.chance(0.5),
          ...(hasPools && { machineImageVersion: random.chance(0.5) }),
        },
        timeWindow: { begin, end },
      },
      ...(hasPools && minor < 35 && random.chance(0.3) && { addons: { kubernetesDashboard: { enabled: false } } }),
    },
    status: {
      uid: `${project}-${name}`,
      technicalID: `shoot--${project}--${name}`,
      seedName: `seed-${project}`,
      observedGeneration: 1,
      hibernated: false,
      gardener: { id: "gardenlet", name: "gardenlet", version: newestGardenerBuild.version },
      lastOperation: {
        type: "Reconcile",
        state: "Succeeded",
        progress: 100,
        description: "Shoot cluster has been successfully reconciled.",
        lastUpdateTime: "2026-02-28T08:00:00Z",
      },
    },
  };
}

/** Adds fields that one of the next Kubernetes minors removes. */
function kubernetesOf(random: Random, version: string, hasPools: boolean): Shoot["spec"]["kubernetes"] {
  const minor = Number(version.split(".")[1]);
  return {
    version,
    ...(minor < 35 && random.chance(0.3) && { kubeAPIServer: { enableAnonymousAuthentication: false } }),
    ...(hasPools && minor < 33 && random.chance(0.4) && { kubeControllerManager: { podEvictionTimeout: "1m0s" } }),
    ...(hasPools &&
      random.chance(0.3) && {
        kubelet: { kubeReserved: { cpu: "80m", memory: "1Gi" }, maxPods: random.int(50, 200) },
      }),
    ...(hasPools && minor < 33 && random.chance(0.3) && { clusterAutoscaler: { maxEmptyBulkDelete: 10 } }),
  };
}

interface PoolFrame {
  readonly profile: CloudProfile;
  readonly version: string;
  readonly versions: readonly string[];
}

/** Undefined if the random machine image has no version for this kubelet version. */
function poolOf(random: Random, name: string, { profile, version, versions }: PoolFrame): Worker | undefined {
  const machine = random.chance(0.8) ? { type: "m", architecture: "amd64" } : { type: "g", architecture: "arm64" };
  const minor = Number(version.split(".")[1]);
  const own = versions.filter((text) => {
    const other = Number(text.split(".")[1]);
    return other === minor ? isAtMost(text, version) : other < minor && other >= minor - 3;
  });
  const kubelet = random.chance(0.3) ? own[random.int(0, own.length - 1)] : undefined;
  const image = profile.spec.machineImages?.[random.int(0, 2)];
  const inPlace = random.chance(0.15);
  const fitting = (image?.versions ?? []).filter(
    (one) =>
      one.architectures?.includes(machine.architecture) === true &&
      (!inPlace || one.inPlaceUpdates?.supported === true) &&
      isFor(one.kubeletVersionConstraint, Number((kubelet ?? version).split(".")[1])),
  );
  const chosen = fitting[random.int(0, Math.min(3, fitting.length - 1))];
  if (image === undefined || chosen === undefined) return undefined;
  return {
    name,
    minimum: 1,
    maximum: 3,
    maxSurge: inPlace ? 0 : 1,
    maxUnavailable: inPlace ? 1 : 0,
    machine: { ...machine, image: { name: image.name, version: chosen.version } },
    cri: { name: "containerd" },
    volume: { type: "standard", size: "50Gi" },
    zones: ["a"],
    systemComponents: { allow: true },
    ...(inPlace && { updateStrategy: "AutoInPlaceUpdate" }),
    ...(kubelet !== undefined && { kubernetes: { version: kubelet } }),
  };
}

function isFor(constraint: string | null | undefined, minor: number): boolean {
  if (constraint === "< 1.34") return minor < 34;
  return constraint !== ">= 1.33" || minor >= 33;
}

function isAtMost(version: string, other: string): boolean {
  return version.localeCompare(other, "en", { numeric: true }) <= 0;
}
