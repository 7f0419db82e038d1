import type { Act, ChangeSubject } from "#lib/contract/act.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import { isAnnotationOperation, operationIds } from "#lib/policy/operations/vocabulary.ts";

/** An action that a user could request for a cluster. */
export interface PreviewCase {
  /** Topic of the action, by which cases are counted. */
  readonly area: string;
  readonly name: string;
  readonly act: Act;
}

type Fields = Readonly<Record<string, unknown>>;

function change(area: string, about: ChangeSubject, name: string, spec: Fields): PreviewCase {
  return { area, name, act: { kind: "change", about, patch: { spec } } };
}

/** All actions that are tried on one cluster: usual ones, and some that must be refused. */
export function generatePreviewCases(shoot: Shoot, profile: CloudProfileSpec): readonly PreviewCase[] {
  return [
    ...versionCases(profile),
    ...poolCases(shoot, profile),
    ...maintenanceCases,
    ...hibernationCases,
    ...settingCases,
    ...frozenCases,
    ...operationCases,
  ];
}

function versionCases({ kubernetes }: CloudProfileSpec): readonly PreviewCase[] {
  const versions = ["1.99.0", ...(kubernetes?.versions ?? []).map(({ version }) => version)];
  return versions.map((version) => change("versions", "kubernetes-version", version, { kubernetes: { version } }));
}

/** All pools with a change of the first one, because a merge patch replaces lists completely. */
function poolCases({ spec }: Shoot, profile: CloudProfileSpec): readonly PreviewCase[] {
  const workers = spec.provider.workers ?? [];
  const [first] = workers;
  if (first === undefined) return [];
  const withFirst = (pool: Fields) => ({ provider: { workers: [{ ...first, ...pool }, ...workers.slice(1)] } });
  const { image } = first.machine;
  const listed = profile.machineImages?.find(({ name }) => name === image?.name)?.versions ?? [];
  const images = listed.map(({ version }) =>
    change(
      "images",
      "machine-images",
      version,
      withFirst({ machine: { ...first.machine, image: { ...image, version } } }),
    ),
  );
  const versions = (profile.kubernetes?.versions ?? []).map(({ version }) =>
    change("pool versions", "pool-versions", version, withFirst({ kubernetes: { version } })),
  );
  const settings = poolSettings(first).map(([name, pool]) =>
    change("pools", "pool-settings", name, withFirst({ ...pool })),
  );
  const removed = change("pools", "pool-settings", "removed", { provider: { workers: workers.slice(1) } });
  const added = change("pools", "pool-settings", "added", {
    provider: { workers: [...workers, { ...first, name: "another" }] },
  });
  const doubled = change("pools", "pool-settings", "doubled", { provider: { workers: [...workers, first] } });
  return [...images, ...versions, ...settings, removed, added, doubled];
}

function poolSettings({ machine, minimum = 0, maximum = 0 }: Worker): readonly (readonly [string, Fields])[] {
  return [
    ["one more", { maximum: maximum + 1 }],
    ["none", { minimum: 0, maximum: 0 }],
    ["least above most", { minimum: maximum + 1 }],
    ["negative", { minimum: -1 }],
    ["surge 2", { maxSurge: 2, maxUnavailable: 0 }],
    ["surge 25%", { maxSurge: "25%", maxUnavailable: "10%" }],
    ["surge 100%", { maxSurge: "100%" }],
    ["unavailable above most", { maxUnavailable: maximum + 5 }],
    ["neither", { maxSurge: 0, maxUnavailable: 0 }],
    ["surge -1", { maxSurge: -1 }],
    ["unavailable 101%", { maxUnavailable: "101%" }],
    ["label", { labels: { tier: "front" } }],
    ["label of nobody", { labels: { "a b": "front" } }],
    ["taint", { taints: [{ key: "tier", value: "front", effect: "NoSchedule" }] }],
    ["taint without effect", { taints: [{ key: "tier", value: "front", effect: "Never" }] }],
    ["no system components", { systemComponents: { allow: false } }],
    ["larger volume", { volume: { type: "gp3", size: "80Gi" } }],
    ["volume of no size", { volume: { type: "gp3", size: "much" } }],
    ["architecture", { machine: { ...machine, architecture: "s390x" } }],
    ["machine of nobody", { machine: { ...machine, type: "huge" } }],
    ["zone of nobody", { zones: ["nowhere"] }],
    ["renamed", { name: "renamed" }],
    ["name of nobody", { name: "Not_A_Name" }],
    ["manual in-place", { updateStrategy: "ManualInPlaceUpdate" }],
    ["automatic in-place", { updateStrategy: "AutoInPlaceUpdate" }],
    ["strategy of nobody", { updateStrategy: "Sometimes" }],
    ["drain", { machineControllerManager: { machineDrainTimeout: "1h0m0s" } }],
    ["least by one", { minimum: minimum + 1, maximum: maximum + 1 }],
    ["priority", { priority: 5 }],
    ["sysctls", { sysctls: { "net.ipv4.ip_forward": "1" } }],
  ];
}

const maintenanceCases: readonly PreviewCase[] = (
  [
    ["window", { timeWindow: { begin: "010000+0000", end: "020000+0000" } }],
    ["short window", { timeWindow: { begin: "010000+0000", end: "011500+0000" } }],
    ["long window", { timeWindow: { begin: "010000+0000", end: "090000+0000" } }],
    ["window of nobody", { timeWindow: { begin: "1 am", end: "2 am" } }],
    ["no window", { timeWindow: null }],
    ["no updates", { autoUpdate: { kubernetesVersion: false } }],
    ["confined", { confineSpecUpdateRollout: true }],
    ["rotation", { autoRotation: { credentials: { observability: { rotationPeriod: "168h0m0s" } } } }],
    ["rotation too often", { autoRotation: { credentials: { observability: { rotationPeriod: "1m0s" } } } }],
    ["rotation too seldom", { autoRotation: { credentials: { observability: { rotationPeriod: "9000h0m0s" } } } }],
    ["rotation off", { autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "0s" } } } }],
  ] as const
).map(([name, maintenance]) => change("maintenance", "maintenance-window", name, { maintenance }));

const hibernationCases: readonly PreviewCase[] = (
  [
    ["asleep", { enabled: true }],
    ["awake", { enabled: false }],
    ["schedule", { schedules: [{ start: "0 20 * * 1-5", end: "0 6 * * 1-5", location: "Europe/Berlin" }] }],
    ["daily", { schedules: [{ start: "@daily" }] }],
    ["local", { schedules: [{ start: "0 20 * * *", location: "Local" }] }],
    ["no cron", { schedules: [{ start: "at night" }] }],
    ["zone of nobody", { schedules: [{ start: "0 20 * * *", location: "Mars/Olympus" }] }],
    ["zone in lower case", { schedules: [{ start: "0 20 * * *", location: "europe/berlin" }] }],
    ["start is end", { schedules: [{ start: "0 20 * * *", end: "0 20 * * *" }] }],
    ["twice the same", { schedules: [{ start: "0 20 * * *" }, { start: "0 20 * * *" }] }],
    ["neither", { schedules: [{ location: "UTC" }] }],
    ["minute 60", { schedules: [{ start: "60 20 * * *" }] }],
  ] as const
).map(([name, hibernation]) => change("hibernation", "hibernation", name, { hibernation }));

const settingCases: readonly PreviewCase[] = (
  [
    ["feature gate of nobody", { kubeAPIServer: { featureGates: { NoSuchGate: true } } }],
    ["admission plugin of nobody", { kubeAPIServer: { admissionPlugins: [{ name: "NoSuchPlugin" }] } }],
    ["admission plugin", { kubeAPIServer: { admissionPlugins: [{ name: "PodNodeSelector" }] } }],
    ["negative verbosity", { kubeAPIServer: { logging: { verbosity: -1 } } }],
    ["event life", { kubeAPIServer: { eventTTL: "2h0m0s" } }],
    ["event life too long", { kubeAPIServer: { eventTTL: "200h0m0s" } }],
    ["requests", { kubeAPIServer: { requests: { maxMutatingInflight: -5 } } }],
    ["pods of a node", { kubelet: { maxPods: 110 } }],
    ["negative pods", { kubelet: { maxPods: -1 } }],
    ["image limits", { kubelet: { imageGCHighThresholdPercent: 20, imageGCLowThresholdPercent: 80 } }],
    ["reserved", { kubelet: { kubeReserved: { cpu: "100m", memory: "2Gi" } } }],
    ["reserved of no size", { kubelet: { kubeReserved: { cpu: "much" } } }],
    ["expander", { clusterAutoscaler: { expander: "random" } }],
    ["expander of nobody", { clusterAutoscaler: { expander: "cheapest" } }],
    ["utilisation", { clusterAutoscaler: { scaleDownUtilizationThreshold: 1.5 } }],
    ["mask", { kubeControllerManager: { nodeCIDRMaskSize: 22 } }],
    ["scheduler profile", { kubeScheduler: { profile: "bin-packing" } }],
    ["scheduler profile of nobody", { kubeScheduler: { profile: "random" } }],
    ["proxy mode", { kubeProxy: { mode: "NFTables" } }],
    ["proxy mode of nobody", { kubeProxy: { mode: "Telepathy" } }],
    ["autoscaler of pods", { verticalPodAutoscaler: { enabled: true } }],
    ["negative tolerance", { verticalPodAutoscaler: { evictionTolerance: -1 } }],
    ["encryption", { kubeAPIServer: { encryptionConfig: { resources: ["configmaps"] } } }],
    ["encryption of nothing", { kubeAPIServer: { encryptionConfig: { resources: ["configmaps", "configmaps"] } } }],
    ["tolerations", { kubeAPIServer: { defaultNotReadyTolerationSeconds: -1 } }],
  ] as const
).map(([name, kubernetes]) => change("kubernetes settings", "manifest", name, { kubernetes }));

const frozenCases: readonly PreviewCase[] = (
  [
    ["region", { region: "elsewhere" }],
    ["provider", { provider: { type: "other" } }],
    ["network", { networking: { type: "none" } }],
    ["pods", { networking: { pods: "10.99.0.0/16" } }],
    ["services", { networking: { services: "10.98.0.0/16" } }],
    ["nodes", { networking: { nodes: "10.97.0.0/16" } }],
    ["no network", { networking: { pods: "not a network" } }],
    ["families", { networking: { ipFamilies: ["IPv6"] } }],
    ["both families", { networking: { ipFamilies: ["IPv4", "IPv6"] } }],
    ["domain", { dns: { domain: "elsewhere.example" } }],
    ["scheduler", { schedulerName: "another" }],
    ["account", { credentialsBindingName: null, secretBindingName: null }],
    ["account of nobody", { credentialsBindingName: "nobody" }],
    ["profile", { cloudProfile: { kind: "CloudProfile", name: "nobody" } }],
    ["exposure", { exposureClassName: "nobody" }],
    ["purpose", { purpose: "development" }],
    ["purpose of nobody", { purpose: "fun" }],
    ["availability", { controlPlane: { highAvailability: { failureTolerance: { type: "node" } } } }],
    ["no availability", { controlPlane: { highAvailability: null } }],
    ["toleration", { tolerations: [{ key: "seed.gardener.cloud/protected" }] }],
    ["toleration without a key", { tolerations: [{ value: "x" }] }],
    ["extension of nobody", { extensions: [{ type: "nobody" }] }],
  ] as const
).map(([name, spec]) => change("networking and what stays", "manifest", name, spec));

const operationCases: readonly PreviewCase[] = operationIds.filter(isAnnotationOperation).flatMap((id) =>
  (["now", "in-window"] as const).map((when) => ({
    area: "operations",
    name: `${id} ${when}`,
    act: { kind: "operation", id, when, ...(operationCatalogue[id].pools && { pools: ["*"] }) } as const,
  })),
);
