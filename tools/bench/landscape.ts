import type {
  CloudProfile,
  CloudProfileSpec,
  ExpirableVersion,
  MachineImage,
  MachineImageVersion,
} from "#lib/garden/cloud-profile.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { createRandom, type Random } from "#lib/random.ts";

/** Current time of the benchmark landscape. */
export const landscapeNow = Date.parse("2026-11-21T09:30:00Z");

export interface BenchLandscape {
  readonly profiles: readonly CloudProfile[];
  readonly shoots: readonly { readonly shoot: Shoot; readonly profile: CloudProfile }[];
}

function dateIn(days: number): string {
  return new Date(Math.floor((landscapeNow + days * dayMs) / dayMs) * dayMs + dayMs - 1000).toISOString();
}

/** Kubernetes versions of a profile: eight minors from 1.29, four months apart; older patches are deprecated. */
function kubernetesVersions(random: Random): ExpirableVersion[] {
  const versions: ExpirableVersion[] = [];
  for (let minor = 29; minor <= 36; minor++) {
    const endsIn = (minor - 30) * 120 + random.int(0, 39) - 60;
    const patches = 3 + random.int(0, 2);
    for (let patch = 0; patch < patches; patch++) {
      const newest = patch === patches - 1;
      const classification = newest ? (minor === 36 ? "preview" : "supported") : "deprecated";
      const version = `1.${minor}.${patch * 2 + random.int(0, 1)}`;
      const days = newest ? endsIn : Math.min(endsIn, 30 + patch * 60 + random.int(0, 44) - 90);
      const expires = minor < 36 && !(newest && minor === 35);
      versions.push({ version, classification, ...(expires && { expirationDate: dateIn(days) }) });
    }
  }
  return versions;
}

function imageVersion(version: string, ageInReleases: number, random: Random): MachineImageVersion {
  return {
    version,
    classification: ageInReleases === 0 ? "preview" : ageInReleases < 3 ? "supported" : "deprecated",
    ...(ageInReleases > 1 && { expirationDate: dateIn(420 - ageInReleases * 35 + random.int(0, 19)) }),
    architectures: ["amd64", "arm64"],
    cri: [{ name: "containerd", containerRuntimes: [{ type: "gvisor" }] }],
    ...(ageInReleases > 10 && { kubeletVersionConstraint: "< 1.34" }),
  };
}

function machineImage(name: string, updateStrategy: string, random: Random): MachineImage {
  const versions: MachineImageVersion[] = [];
  for (let release = 0; release < 16; release++) {
    const major = 1400 + Math.floor(release / 4) * 192;
    versions.push(imageVersion(`${major}.${Math.floor((release % 4) / 2)}.${release % 2}`, 15 - release, random));
  }
  return { name, updateStrategy, versions };
}

function profileSpec(random: Random): CloudProfileSpec {
  return {
    type: "local",
    kubernetes: { versions: kubernetesVersions(random) },
    machineImages: [
      machineImage("gardenlinux", "minor", random),
      machineImage("suse-chost", "major", random),
      machineImage("ubuntu", "patch", random),
    ],
    machineTypes: [
      { name: "m5.large", cpu: "2", gpu: "0", memory: "8Gi", architecture: "amd64" },
      { name: "m6g.large", cpu: "2", gpu: "0", memory: "8Gi", architecture: "arm64" },
    ],
  };
}

function versionOf(list: readonly ExpirableVersion[], random: Random): string {
  // Few Shoots use versions that expire soon; most use newer ones.
  const from = random.next() < 0.15 ? 0 : Math.floor(list.length / 2);
  return list[from + random.int(0, Math.max(1, list.length - from - 2) - 1)]?.version ?? "1.33.0";
}

function worker(index: number, profile: CloudProfileSpec, random: Random): Worker {
  const image = profile.machineImages?.[random.next() < 0.8 ? 0 : 1 + random.int(0, 1)];
  const arm = random.next() < 0.15;
  return {
    name: `pool-${index}`,
    machine: {
      type: arm ? "m6g.large" : "m5.large",
      architecture: arm ? "arm64" : "amd64",
      image: { name: image?.name ?? "gardenlinux", version: versionOf(image?.versions ?? [], random) },
    },
    minimum: 1,
    maximum: 2 + random.int(0, 19),
    maxSurge: 1,
    maxUnavailable: 0,
    zones: ["a", "b"],
    cri: { name: "containerd" },
    updateStrategy: "AutoRollingUpdate",
  };
}

function withPin(pool: Worker, controlPlane: string, random: Random): Worker {
  return random.next() < 0.05 ? { ...pool, kubernetes: { version: controlPlane } } : pool;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

function shootOf(index: number, profile: CloudProfile, random: Random): Shoot {
  const version = versionOf(profile.spec.kubernetes?.versions ?? [], random);
  const hour = random.int(0, 21);
  const offset = random.pick(["+0000", "+0100", "+0200", "-0500", "+0530"]);
  const pools = 1 + Math.floor(random.next() ** 2 * 4);
  const workers = Array.from({ length: pools }, (_, pool) => worker(pool, profile.spec, random));
  return {
    metadata: { name: `shoot-${index}`, namespace: `garden-${index % 500}`, uid: `uid-${index}` },
    spec: {
      cloudProfile: { kind: "CloudProfile", name: profile.metadata.name },
      kubernetes: { version, ...(random.next() < 0.1 && { kubeControllerManager: { podEvictionTimeout: "2m0s" } }) },
      provider: { type: "local", workers: workers.map((pool) => withPin(pool, version, random)) },
      maintenance: {
        autoUpdate: { kubernetesVersion: random.next() < 0.8, machineImageVersion: random.next() < 0.85 },
        timeWindow: { begin: `${twoDigits(hour)}0000${offset}`, end: `${twoDigits(hour + 1)}0000${offset}` },
      },
      ...(random.next() < 0.2 ? { secretBindingName: "secret" } : { credentialsBindingName: "credentials" }),
    },
    status: { gardener: { id: "1", name: "gardenlet-0", version: "v1.149.3" }, technicalID: `shoot--${index}` },
  };
}

/** A typical landscape: many Shoots on few versions, with maintenance windows distributed over the day. */
export function createBenchLandscape(shootCount: number, profileCount = 20, seed = 7): BenchLandscape {
  const random = createRandom(seed, "landscape");
  const profiles: CloudProfile[] = Array.from({ length: profileCount }, (_, index) => ({
    metadata: { name: `profile-${index}`, uid: `profile-${index}`, resourceVersion: "1" },
    spec: profileSpec(random),
  }));
  const shoots = Array.from({ length: shootCount }, (_, index) => {
    const profile = profiles[random.int(0, profiles.length - 1)];
    if (profile === undefined) throw new Error("a landscape needs a profile");
    return { shoot: shootOf(index, profile, random), profile };
  });
  return { profiles, shoots };
}
