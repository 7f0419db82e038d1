import "server-only";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { canonicalDuration } from "#lib/kube/go-duration.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { applyPoolDefaults } from "#lib/policy/changes/pool-defaults.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { defaultEtcdRotationPeriod } from "#lib/policy/operations/auto-rotation.ts";
import { createRandom } from "#lib/random.ts";
import { protectedSeedTaint } from "../rules/protected-seed-taint.ts";

type Values = Readonly<Record<string, unknown>>;

const apiServer: Values = {
  requests: { maxNonMutatingInflight: 400, maxMutatingInflight: 200 },
  eventTTL: "1h0m0s",
  logging: { verbosity: 2 },
  encryptionConfig: { provider: { type: "aescbc" } },
};

/** Defaults that apply only to Shoots with workers. */
const withWorkers: Values = {
  kubernetes: {
    kubeAPIServer: { defaultNotReadyTolerationSeconds: 300, defaultUnreachableTolerationSeconds: 300 },
    kubeControllerManager: { nodeMonitorGracePeriod: "40s" },
    kubeScheduler: { profile: "balanced" },
    kubeProxy: { mode: "IPTables", enabled: true },
    kubelet: {
      failSwapOn: true,
      imageMinimumGCAge: "2m0s",
      imageMaximumGCAge: "0s",
      imageGCHighThresholdPercent: 50,
      imageGCLowThresholdPercent: 40,
      // This field has no API default; Gardener's admission sets it, with values of the landscape.
      kubeReserved: { cpu: "80m", memory: "1Gi", pid: "20k" },
    },
  },
  provider: { workersSettings: { sshAccess: { enabled: true } } },
  maintenance: { autoUpdate: { machineImageVersion: true } },
  systemComponents: { coreDNS: { autoscaling: { mode: "horizontal" } } },
};

/** Defaults of optional objects in `spec.kubernetes`; they apply only if the object is present. */
const wherePresent: Readonly<Record<string, Values>> = {
  verticalPodAutoscaler: {
    evictAfterOOMThreshold: "10m0s",
    evictionRateBurst: 1,
    evictionRateLimit: -1,
    evictionTolerance: 0.5,
    recommendationMarginFraction: 0.15,
    updaterInterval: "1m0s",
    recommenderInterval: "1m0s",
    targetCPUPercentile: 0.9,
    recommendationLowerBoundCPUPercentile: 0.5,
    recommendationUpperBoundCPUPercentile: 0.95,
    cpuHistogramDecayHalfLife: "24h0m0s",
    targetMemoryPercentile: 0.9,
    recommendationLowerBoundMemoryPercentile: 0.5,
    recommendationUpperBoundMemoryPercentile: 0.95,
    memoryHistogramDecayHalfLife: "24h0m0s",
    memoryAggregationInterval: "24h0m0s",
    memoryAggregationIntervalCount: 8,
    recommenderUpdateWorkerCount: 10,
  },
  clusterAutoscaler: {
    scaleDownDelayAfterAdd: "1h0m0s",
    scaleDownDelayAfterDelete: "0s",
    scaleDownDelayAfterFailure: "3m0s",
    scaleDownUnneededTime: "30m0s",
    scaleDownUtilizationThreshold: 0.5,
    scanInterval: "10s",
    expander: "least-waste",
    maxNodeProvisionTime: "20m0s",
    maxGracefulTerminationSeconds: 600,
    ignoreDaemonsetsUtilization: false,
    emitPerNodeGroupMetrics: false,
    verbosity: 2,
    newPodScaleUpDelay: "0s",
    maxScaleDownParallelism: 10,
    maxDrainParallelism: 1,
    initialNodeGroupBackoffDuration: "5m0s",
    maxNodeGroupBackoffDuration: "30m0s",
    nodeGroupBackoffResetTimeout: "3h0m0s",
    maxBinpackingTime: "5m0s",
  },
};

const scalingModes: readonly unknown[] = ["horizontal", "cluster-proportional"];

/**
 * The Shoot's spec with Gardener's API defaults and the worker pool defaults of admission. Only fields without a value
 * are set, except for an unknown autoscaling mode of CoreDNS, which is replaced.
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go, plugin/pkg/shoot/resourcereservation
 */
export function shootSpecWithApiDefaults({ metadata, spec }: Shoot, rules: GardenerRules): ShootSpec {
  const workers = workerPoolsOf(spec).map((pool) => defaultWorker(applyPoolDefaults(pool, rules)));
  const hasWorkers = workers.length > 0;
  const filled: ShootSpec = fill(spec, {
    purpose: "evaluation",
    schedulerName: "default-scheduler",
    kubernetes: { kubeAPIServer: apiServer, ...blocksOf(spec) },
    networking: { ipFamilies: ["IPv4"] },
    maintenance: {
      autoUpdate: { kubernetesVersion: true },
      ...(fieldAt(spec, "maintenance", "timeWindow") == null && { timeWindow: randomWindow(metadata) }),
      ...rotationPeriods(spec),
    },
    ...(metadata.namespace === "garden" && { tolerations: [{ key: protectedSeedTaint }] }),
  });
  if (!hasWorkers) return filled;
  const scaled = withScalingMode(fill(filled, withWorkers));
  const kubernetes = { ...nodeMasks(scaled), kubelet: { serializeImagePulls: !pullsInParallel(scaled) } };
  return fill({ ...scaled, provider: { ...scaled.provider, workers } }, { kubernetes });
}

function pullsInParallel({ kubernetes }: ShootSpec): boolean {
  return Number(fieldAt(kubernetes.kubelet, "maxParallelImagePulls") ?? 0) >= 2;
}

/** Turns on the vertical autoscaling of Pods in a new Shoot with workers. @source Gardener: plugin/pkg/shoot/vpa */
export function withVerticalPodAutoscaler(spec: ShootSpec): ShootSpec {
  const { verticalPodAutoscaler } = spec.kubernetes;
  if (isRecord(verticalPodAutoscaler) || workerPoolsOf(spec).length === 0) return spec;
  return { ...spec, kubernetes: { ...spec.kubernetes, verticalPodAutoscaler: { enabled: true } } };
}

/** Enables automatic rotation of a new Shoot's etcd encryption key. @source Gardener: plugin/pkg/shoot/mutator */
export function withAutomaticEtcdKeyRotation(spec: ShootSpec, rules: GardenerRules): ShootSpec {
  const period = defaultEtcdRotationPeriod(rules);
  if (period === null) return spec;
  const rotationPeriod = canonicalDuration(period) ?? period;
  return fill(spec, { maintenance: { autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod } } } } });
}

function fill<Given extends object>(given: Given, defaults: Values): Given;
function fill(given: Values, defaults: Values): Values {
  const filled: Record<string, unknown> = { ...given };
  for (const [field, preset] of Object.entries(defaults)) {
    const value = filled[field];
    if (value === undefined || value === null) filled[field] = preset;
    else if (isRecord(value) && isRecord(preset)) filled[field] = fill(value, preset);
  }
  return filled;
}

function blocksOf({ kubernetes }: ShootSpec): Values {
  return Object.fromEntries(Object.entries(wherePresent).filter(([block]) => isRecord(fieldAt(kubernetes, block))));
}

/** The default period of automatic credential rotation, one week. */
function rotationPeriods({ maintenance }: ShootSpec): Values {
  const credentials = maintenance?.autoRotation?.credentials;
  if (!isRecord(credentials)) return {};
  const weekly = Object.keys(credentials).map((family) => [family, { rotationPeriod: "168h0m0s" }]);
  return { autoRotation: { credentials: Object.fromEntries(weekly) } };
}

function defaultWorker(pool: Worker): Worker {
  return fill(pool, {
    cri: { name: "containerd" },
    ...(isRecord(pool.kubernetes?.kubelet) && { kubernetes: { kubelet: { failSwapOn: true } } }),
  });
}

/** The default maintenance window: one hour at a random time of day, which is always the same for a given Shoot. */
function randomWindow({ namespace, name }: Shoot["metadata"]): Values {
  const hour = createRandom(0, `window/${namespace}/${name}`).int(0, 22);
  const at = (value: number) => `${String(value).padStart(2, "0")}0000+0000`;
  return { begin: at(hour), end: at(hour + 1) };
}

function withScalingMode(spec: ShootSpec): ShootSpec {
  if (scalingModes.includes(fieldAt(spec.systemComponents, "coreDNS", "autoscaling", "mode"))) return spec;
  const { coreDNS, ...others } = { coreDNS: {}, ...spec.systemComponents };
  return { ...spec, systemComponents: { ...others, coreDNS: { ...coreDNS, autoscaling: { mode: "horizontal" } } } };
}

/** Default node CIDR mask sizes: about two addresses per Pod for IPv4, and /64 for IPv6. */
function nodeMasks({ kubernetes, networking, provider }: ShootSpec): Values {
  const families = listAt(networking, "ipFamilies");
  const manager = kubernetes.kubeControllerManager;
  if (families.length === 1 && families[0] === "IPv6") {
    const isGiven = fieldAt(manager, "nodeCIDRMaskSize") != null || fieldAt(manager, "nodeCIDRMaskSizeIPv6") != null;
    return isGiven ? {} : { kubeControllerManager: { nodeCIDRMaskSize: 64 } };
  }
  const kubelets = [kubernetes.kubelet, ...(provider.workers ?? []).map((pool) => pool.kubernetes?.kubelet)];
  const own = Number(kubelets[0]?.maxPods ?? 110);
  const mostPods = Math.max(own, ...kubelets.slice(1).map((kubelet) => Number(kubelet?.maxPods ?? 0)));
  const nodeCIDRMaskSize = 32 - Math.ceil(Math.log2(mostPods * 2));
  return {
    kubeControllerManager: { nodeCIDRMaskSize, ...(families.length > 1 && { nodeCIDRMaskSizeIPv6: 64 }) },
  };
}
