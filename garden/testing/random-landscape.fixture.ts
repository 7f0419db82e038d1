import type { CloudProfileSpec, ExpirableVersion, MachineImage } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { createRandom, type Random } from "#lib/random.ts";
import { accountSecret, accountSecretBinding, cloudProfileWith, reconciledShoot } from "./small-garden.fixture.ts";

export const randomLandscapeStart = new Date("2026-03-01T10:20:00Z");
export const forecastHorizonDays = 400;
const midnightMs = Date.parse("2026-03-01T00:00:00Z");

const kubernetesTexts = [
  "1.30.4",
  "1.30.9",
  "1.31.2",
  "1.31.8",
  "1.32.1",
  "1.32.6",
  "1.33.0",
  "1.33.5",
  "1.34.2",
  "1.34.7",
  "1.35.1",
  "1.36.0",
] as const;
const imageTexts = ["1.0.0", "1.0.3", "1.2.0", "2.1.0", "2.1.4", "3.0.0", "4.2.0"] as const;
type Window = readonly [begin: string, end: string];
const windows: readonly [Window, ...Window[]] = [
  ["020000+0000", "030000+0000"],
  ["233000+0000", "013000+0000"],
  ["110000+0100", "130000+0100"],
  ["060000+0000", "103000+0000"],
];

export interface RandomLandscape {
  readonly profile: CloudProfileSpec;
  readonly shoots: readonly Shoot[];
  readonly objects: readonly KubeObject[];
}

/** Creates a CloudProfile with random version lifecycles and Shoots that use it; equal seeds give equal results. */
export function createRandomLandscape(seed: number): RandomLandscape {
  const random = createRandom(seed, "landscape");
  const profile: CloudProfileSpec = {
    kubernetes: { versions: kept(random, kubernetesTexts).map((version) => ({ version, ...fate(random) })) },
    machineImages: [image(random, "gardenlinux"), image(random, "flatcar")],
    machineTypes: [{ name: "m" }],
  };
  const shoots = ["oak", "ash", "elm"].map((name) => reconciledShoot({ name, spec: shootSpec(random, profile) }));
  return { profile, shoots, objects: [cloudProfileWith(profile), accountSecret, accountSecretBinding, ...shoots] };
}

function kept<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  const chosen = items.filter(() => random.chance(0.75));
  return chosen.length > 0 ? chosen : items;
}

/** Random expiration time: mostly midnight, as usual; sometimes within or at the edge of a maintenance window. */
function instant(random: Random, from = -60, to = 380): string {
  const minute = random.chance(0.7) ? 0 : random.pick([119, 120, 121, 150, 165, 720, 1410, 1439]);
  return new Date(midnightMs + random.int(from, to) * dayMs + minute * 60_000).toISOString();
}

function fate(random: Random): Omit<ExpirableVersion, "version"> {
  if (random.chance(0.15)) {
    const [first, last] = [instant(random), instant(random)].sort();
    return {
      lifecycle: [
        { classification: "preview" },
        { classification: "supported", startTime: first ?? "" },
        { classification: "expired", startTime: last ?? "" },
      ],
    };
  }
  const classification = random.pick(["supported", "supported", "deprecated", "preview"]);
  return { classification, ...(random.chance(0.65) && { expirationDate: instant(random) }) };
}

function image(random: Random, name: string): MachineImage {
  const constraint = random.pick([undefined, undefined, "< 1.34", ">= 1.31"]);
  return {
    name,
    updateStrategy: random.pick(["patch", "minor", "major"]),
    versions: kept(random, imageTexts).map((version, index) => ({
      version,
      ...fate(random),
      cri: [{ name: "containerd" }],
      architectures: ["amd64"],
      ...(constraint !== undefined && index % 2 === 0 && { kubeletVersionConstraint: constraint }),
      inPlaceUpdates: { supported: true, minVersionForUpdate: "1.0.0" },
    })),
  };
}

function shootSpec(random: Random, profile: CloudProfileSpec): ShootSpec {
  const listed = (profile.kubernetes?.versions ?? []).map(({ version }) => version);
  const version = random.pick([listed[0] ?? "1.30.4", ...listed.slice(0, 6)]);
  const [begin, end] = random.pick(windows);
  const workers = ["a", "b"].slice(0, random.int(0, 2)).map((name) => pool(random, name, { profile, version, listed }));
  const beforeMinor = Number(version.split(".")[1]);
  return {
    kubernetes: {
      version,
      ...(beforeMinor < 33 &&
        random.chance(0.5) &&
        workers.length > 0 && { kubeControllerManager: { podEvictionTimeout: "1m" } }),
      ...(beforeMinor < 35 && random.chance(0.3) && { kubeAPIServer: { enableAnonymousAuthentication: false } }),
    },
    ...(workers.length > 0 && accountOf(random, beforeMinor)),
    ...(beforeMinor < 35 &&
      workers.length > 0 &&
      random.chance(0.4) && { addons: { kubernetesDashboard: { enabled: false } } }),
    provider: { type: "local", workers },
    maintenance: {
      autoUpdate: autoUpdateOf(random, workers.length > 0),
      timeWindow: { begin, end },
    },
  };
}

/** A Shoot without workers has no machine images to update. */
function autoUpdateOf(random: Random, hasImages: boolean) {
  const [kubernetesVersion, machineImageVersion] = [random.chance(0.5), random.chance(0.5)];
  return { kubernetesVersion, ...(hasImages && { machineImageVersion }) };
}

function accountOf(random: Random, minor: number): Pick<ShootSpec, "secretBindingName" | "credentialsBindingName"> {
  const isOld = minor < 34 && random.chance(0.3);
  return isOld ? { secretBindingName: "account" } : { credentialsBindingName: "account" };
}

interface PoolFrame {
  readonly profile: CloudProfileSpec;
  readonly version: string;
  readonly listed: readonly string[];
}

function pool(random: Random, name: string, { profile, version, listed }: PoolFrame): Worker {
  const chosen = random.pick(["gardenlinux", "flatcar"]);
  const versions = profile.machineImages?.find((one) => one.name === chosen)?.versions ?? [];
  const own = random.chance(0.3) ? listed.filter((text) => isAtMost(text, version)).at(random.int(-2, -1)) : undefined;
  const inPlace = random.chance(0.15);
  return {
    name,
    minimum: 1,
    maximum: 3,
    maxSurge: inPlace ? 0 : 1,
    maxUnavailable: inPlace ? 1 : 0,
    machine: {
      type: "m",
      architecture: "amd64",
      image: { name: chosen, version: versions[random.int(0, Math.min(3, versions.length - 1))]?.version ?? "1.0.0" },
    },
    updateStrategy: inPlace ? "AutoInPlaceUpdate" : "AutoRollingUpdate",
    ...(own !== undefined && { kubernetes: { version: own } }),
  };
}

function isAtMost(version: string, other: string): boolean {
  return version.localeCompare(other, "en", { numeric: true }) <= 0;
}
