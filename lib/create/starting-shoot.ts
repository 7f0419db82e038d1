import type { ShootDefaults } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import type { ClusterProfile } from "#lib/contract/new-cluster.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { parseConstraint, satisfies } from "#lib/policy/versions/constraint.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { providerBlocksFor } from "./provider-blocks.ts";

type Region = ClusterProfile["regions"][number];
type MachineType = ClusterProfile["machineTypes"][number];
type VersionOffer = { readonly version: string; readonly stage: string; readonly expiresAt?: number };

export interface StartingChoices {
  readonly project: string;
  readonly namespace: string;
  readonly name: string;
  readonly profile: ClusterProfile;
  readonly region: string;
  /** Name of the CredentialsBinding; a cluster without workers has none. */
  readonly account: string | undefined;
  /** Type of the network, such as `calico`. */
  readonly networking: string;
  readonly workerless?: boolean;
  /** Defaults of the operator. */
  readonly defaults?: ShootDefaults | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

const leastCpu = "2";
const leastMemory = "4Gi";
const usualVolume = "50Gi";

const usualNetwork = { nodes: "10.250.0.0/16", pods: "100.96.0.0/11", services: "100.64.0.0/13" };

/** Alibaba Cloud keeps 100.64.0.0/10, in which the usual ranges are, for its own services. */
const alicloudNetwork = { nodes: usualNetwork.nodes, pods: "172.16.0.0/13", services: "172.24.0.0/13" };

/** The range that the nodes of provider-local have in the network of kind. */
const localNetwork = { ...usualNetwork, nodes: "10.0.0.0/16" };

/** The nodes of metal-stack get their range from the infrastructure. */
const metalNetwork = {
  pods: "10.244.128.0/18",
  services: "10.244.192.0/18",
  providerConfig: {
    apiVersion: "calico.networking.extensions.gardener.cloud/v1alpha1",
    kind: "NetworkConfig",
    backend: "vxlan",
    ipv4: { autoDetectionMethod: "interface=lo", mode: "Always", pool: "vxlan" },
    typha: { enabled: true },
  },
};

/** Providers whose pools name no zones. */
const zoneless: ReadonlySet<string> = new Set(["local", "metal"]);

/** The smallest sound Shoot for a provider, with which the form and the YAML of a new cluster start. */
export function startingShoot(choices: StartingChoices): Shoot {
  const { namespace, name, profile } = choices;
  const spec = choices.workerless ? workerlessSpec(choices) : specWithPool(choices);
  const shoot = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name, namespace },
    spec,
  };
  const blocks = providerBlocksFor(profile.type, shoot, withPreferredChoices(profile, choices.defaults));
  const { workers, ...provider } = spec.provider;
  return { ...shoot, spec: { ...spec, provider: { ...provider, ...blocks, ...(workers && { workers }) } } };
}

/** The profile with the operator's floating pool and load balancer provider first, where the profile offers them. */
function withPreferredChoices(profile: ClusterProfile, defaults: ShootDefaults = {}): ClusterProfile {
  const preferred = [defaults.floatingPool, defaults.loadBalancerProvider];
  const isPreferred = (name: string) => (preferred.includes(name) ? 0 : 1);
  const sorted = Object.entries(profile.providerChoices).map(
    ([kind, names]) => [kind, names.toSorted((a, b) => isPreferred(a) - isPreferred(b))] as const,
  );
  return { ...profile, providerChoices: Object.fromEntries(sorted) };
}

const usualPurpose = "evaluation";

function commonSpec({ profile, region, now, defaults: { purposes = [], ...defaults } = {} }: StartingChoices) {
  return {
    purpose: purposes.includes(usualPurpose) ? usualPurpose : (purposes[0] ?? usualPurpose),
    ...(defaults.controlPlaneHighAvailability && {
      controlPlane: { highAvailability: { failureTolerance: { type: "node" } } },
    }),
    cloudProfile: { kind: profile.kind, name: profile.name },
    region,
    kubernetes: { version: bestOf(profile.kubernetes, now)?.version ?? "" },
  };
}

function workerlessSpec(choices: StartingChoices): ShootSpec {
  return {
    ...commonSpec(choices),
    provider: { type: choices.profile.type },
    networking: { services: usualNetwork.services },
    maintenance: { autoUpdate: { kubernetesVersion: choices.defaults?.autoUpdateKubernetes ?? true } },
  };
}

function specWithPool(choices: StartingChoices): ShootSpec {
  const { profile, account, networking, defaults = {} } = choices;
  const { kubernetes, ...common } = commonSpec(choices);
  const isMetal = profile.type === "metal";
  return {
    ...common,
    ...(account !== undefined && { credentialsBindingName: account }),
    kubernetes: {
      ...kubernetes,
      ...(isMetal && { kubeControllerManager: { nodeCIDRMaskSize: 23 }, kubelet: { maxPods: 510 } }),
    },
    provider: {
      type: profile.type,
      workers: [startingPool(choices, { name: "worker-1", kubelet: kubernetes.version })],
    },
    networking: networkOf(profile.type, networking, defaults.nodesCIDR),
    maintenance: {
      autoUpdate: {
        kubernetesVersion: defaults.autoUpdateKubernetes ?? true,
        machineImageVersion: defaults.autoUpdateOS ?? true,
      },
    },
  };
}

function networkOf(provider: string, type: string, nodes = usualNetwork.nodes): NonNullable<ShootSpec["networking"]> {
  switch (provider) {
    case "metal":
      return { type, ...metalNetwork };
    case "alicloud":
      return { type, ...alicloudNetwork, nodes };
    case "local":
      return { type, ...localNetwork };
    default:
      return { type, ...usualNetwork, nodes };
  }
}

interface PoolChoices {
  readonly name: string;
  /** Kubernetes version of the pool's nodes. */
  readonly kubelet: string;
}

/** A pool of one or two nodes of the smallest machine type that carries the system components. */
export function startingPool(
  { profile, region, now, defaults = {} }: Pick<StartingChoices, "profile" | "region" | "now" | "defaults">,
  { name, kubelet }: PoolChoices,
): Worker {
  const place = profile.regions.find((each) => each.name === region);
  const type = startingMachineType(profile, place);
  const architecture = type?.architecture ?? "amd64";
  const available = type === undefined ? [] : zonesFor(profile, place, type.name);
  const zones = defaults.zonesSelectAll ? available : available.slice(0, 1);
  const image = imageFor(profile, { architecture, kubelet, now });
  const hasOwnDisk = profile.type === "metal" || type?.storage !== undefined;
  const volume = hasOwnDisk ? undefined : volumeFor(profile, place, zones[0]);
  return {
    name,
    minimum: defaults.autoscalerMin ?? 1,
    maximum: Math.max(defaults.autoscalerMax ?? 2, defaults.autoscalerMin ?? 1),
    maxSurge: defaults.maxSurge ?? 1,
    // Gardener refuses a pool of which neither more nor fewer nodes than usual can be there.
    maxUnavailable: defaults.maxSurge === 0 ? 1 : 0,
    machine: {
      type: type?.name ?? "",
      architecture,
      ...(image && { image: { name: image.name, version: image.version } }),
    },
    ...(volume && { volume }),
    ...(zones.length > 0 && { zones: [...zones] }),
    cri: { name: defaults.containerRuntime ?? "containerd" },
  };
}

function startingMachineType(profile: ClusterProfile, place: Region | undefined): MachineType | undefined {
  const usable = profile.machineTypes.filter(
    ({ name, usable: isUsable }) =>
      isUsable && (hasNoZones(profile, place) || zonesFor(profile, place, name).length > 0),
  );
  const isEnough = ({ cpu, memory, gpu }: MachineType) =>
    isAtLeast(cpu, leastCpu) && isAtLeast(memory, leastMemory) && !isAtLeast(gpu, "1");
  return usable.filter(isEnough).toSorted(bySize)[0] ?? usable.toSorted(bySize).at(-1);
}

function bySize(a: MachineType, b: MachineType): number {
  const foreign = ({ architecture }: MachineType) => (architecture === "amd64" ? 0 : 1);
  return (
    foreign(a) - foreign(b) ||
    (compareQuantities(a.cpu, b.cpu) ?? 0) ||
    (compareQuantities(a.memory, b.memory) ?? 0) ||
    (a.name < b.name ? -1 : 1)
  );
}

function isAtLeast(quantity: string, least: string): boolean {
  return (compareQuantities(quantity, least) ?? -1) >= 0;
}

function hasNoZones({ type }: ClusterProfile, place: Region | undefined): boolean {
  return zoneless.has(type) || (place?.zones.length ?? 0) === 0;
}

/** Zones of the region in which the machine type is available; none where pools name no zones. */
function zonesFor(profile: ClusterProfile, place: Region | undefined, machineType: string): readonly string[] {
  if (hasNoZones(profile, place)) return [];
  const zones = place?.zones ?? [];
  return zones.filter((zone) => !zone.unavailableMachineTypes.includes(machineType)).map(({ name }) => name);
}

function volumeFor(
  { volumeTypes }: ClusterProfile,
  place: Region | undefined,
  zone: string | undefined,
): Worker["volume"] {
  const away = place?.zones.find(({ name }) => name === zone)?.unavailableVolumeTypes ?? [];
  const available = volumeTypes.filter(({ name }) => !away.includes(name));
  const type = available.find((each) => each.class === "standard") ?? available[0];
  if (type === undefined) return undefined;
  const size = type.minSize !== undefined && isAtLeast(type.minSize, usualVolume) ? type.minSize : usualVolume;
  return { type: type.name, size };
}

function imageFor(
  { images }: ClusterProfile,
  { architecture, kubelet, now }: { readonly architecture: string; readonly kubelet: string; readonly now: number },
): { readonly name: string; readonly version: string } | undefined {
  const choices = images.flatMap(({ name, versions }) => {
    const fitting = versions.filter(
      (each) => each.architectures.includes(architecture) && admitsKubelet(each.kubelets, kubelet),
    );
    const best = bestOf(fitting, now);
    return best === undefined ? [] : [{ name, version: best.version, isSound: isSound(best) }];
  });
  return choices.find((choice) => choice.isSound) ?? choices[0];
}

function admitsKubelet(range: string | undefined, kubelet: string): boolean {
  if (range === undefined) return true;
  const [constraint, version] = [parseConstraint(range), parseVersion(kubelet)];
  return !constraint.ok || !version.ok || satisfies(version.value, constraint.value);
}

function isSound({ stage }: VersionOffer): boolean {
  return stage === "supported" || stage === "unclassified";
}

/** The newest supported version, else the newest that is no preview, else the newest. Expired ones are left out. */
function bestOf<Offer extends VersionOffer>(versions: readonly Offer[], now: number): Offer | undefined {
  const valid = versions.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
  return (
    valid.find(({ stage }) => stage === "supported") ??
    valid.find(isSound) ??
    valid.find(({ stage }) => stage !== "preview") ??
    valid[0]
  );
}
