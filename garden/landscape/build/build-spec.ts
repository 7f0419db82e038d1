import type { Maintenance, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { defaultPool } from "#lib/policy/changes/pool-defaults.ts";
import { shootDomain } from "../garden/shoot-domain.ts";
import type { PoolPlan, ProviderType, ShootPlan } from "../plan/shoot-plan.ts";
import { infrastructureOf, providerSpecs } from "./provider-spec.ts";

/** The namespaced bindings that a project's Shoots refer to. */
export const bindingNameOf = (provider: ProviderType): string => `${provider}-account`;

/** The spec that the API server would hold after defaulting. */
export function buildSpec(plan: ShootPlan, project: string): ShootSpec {
  const provider = providerSpecs[plan.provider];
  const workerless = plan.pools.length === 0;
  return {
    purpose: plan.purpose,
    region: plan.region,
    cloudProfile: plan.profile ?? { kind: "CloudProfile", name: plan.provider },
    ...(workerless ? {} : bindingOf(plan)),
    seedName: plan.seed,
    kubernetes: kubernetesOf(plan),
    provider: {
      type: plan.provider,
      ...(workerless
        ? {}
        : {
            infrastructureConfig: infrastructureOf(plan.provider, plan.region),
            controlPlaneConfig: provider.controlPlaneConfig,
            workers: plan.pools.map((pool) => defaultPool(workerOf(pool, plan))),
            workersSettings: { sshAccess: { enabled: plan.purpose !== "production" } },
          }),
    },
    networking: workerless ? { services: "100.64.0.0/13", ipFamilies: ["IPv4"] } : provider.networking,
    maintenance: maintenanceOf(plan),
    hibernation: { enabled: false },
    dns: { domain: `${plan.name}.${project}.${shootDomain}` },
    ...(isBefore135(plan) && !workerless
      ? { addons: { kubernetesDashboard: { enabled: false }, nginxIngress: { enabled: false } } }
      : {}),
    ...(workerless
      ? {}
      : {
          systemComponents: {
            coreDNS: { autoscaling: { mode: "horizontal" }, rewriting: { commonSuffixes: ["harborline.example"] } },
            nodeLocalDNS: { enabled: plan.purpose === "production", forceTCPToClusterDNS: true },
          },
        }),
    ...(plan.highAvailability
      ? { controlPlane: { highAvailability: { failureTolerance: { type: plan.highAvailability } } } }
      : {}),
  };
}

/** From 1.35 on the API server takes no addons. */
function isBefore135({ kubernetes }: ShootPlan): boolean {
  return Number(kubernetes.split(".")[1]) < 35;
}

function bindingOf(plan: ShootPlan): Pick<ShootSpec, "secretBindingName" | "credentialsBindingName"> {
  const name = bindingNameOf(plan.provider);
  return plan.binding === "secret" ? { secretBindingName: name } : { credentialsBindingName: name };
}

const clusterAutoscaler = {
  expander: "least-waste",
  maxGracefulTerminationSeconds: 600,
  maxNodeProvisionTime: "20m0s",
  scaleDownDelayAfterAdd: "1h0m0s",
  scaleDownUnneededTime: "30m0s",
  scaleDownUtilizationThreshold: 0.5,
  scanInterval: "10s",
  ignoreDaemonsetsUtilization: false,
  verbosity: 2,
};
const kubelet = {
  failSwapOn: true,
  imageGCHighThresholdPercent: 50,
  imageGCLowThresholdPercent: 40,
  kubeReserved: { cpu: "80m", memory: "1Gi", pid: "20k" },
  serializeImagePulls: true,
  evictionHard: { memoryAvailable: "100Mi", imageFSAvailable: "5%", nodeFSAvailable: "5%" },
};

function kubernetesOf(plan: ShootPlan): ShootSpec["kubernetes"] {
  return {
    version: plan.kubernetes,
    kubeAPIServer: {
      defaultNotReadyTolerationSeconds: 300,
      defaultUnreachableTolerationSeconds: 300,
      eventTTL: "1h0m0s",
      logging: { verbosity: 2 },
      requests: { maxMutatingInflight: 200, maxNonMutatingInflight: 400 },
    },
    ...(plan.pools.length === 0 ? {} : settingsForNodes(plan)),
  };
}

function settingsForNodes({ provider, purpose }: ShootPlan): Partial<ShootSpec["kubernetes"]> {
  return {
    kubeControllerManager: { nodeCIDRMaskSize: 24, nodeMonitorGracePeriod: "40s" },
    kubeScheduler: { profile: "balanced" },
    kubeProxy: { enabled: provider !== "gcp", mode: "IPTables" },
    kubelet,
    clusterAutoscaler,
    verticalPodAutoscaler: purpose === "production" ? verticalPodAutoscaler : { enabled: false },
  };
}

const verticalPodAutoscaler = {
  enabled: true,
  evictAfterOOMThreshold: "10m0s",
  evictionRateLimit: -1,
  evictionTolerance: 0.5,
  recommendationMarginFraction: 0.15,
  updaterInterval: "1m0s",
};

function workerOf(pool: PoolPlan, plan: ShootPlan): Worker {
  const provider = providerSpecs[plan.provider];
  const zones = provider.zones[plan.region] ?? [];
  const inPlace = pool.updateStrategy !== undefined;
  return {
    name: pool.name,
    minimum: pool.nodes[0],
    maximum: pool.nodes[1],
    ...(pool.updateStrategy === "ManualInPlaceUpdate"
      ? {}
      : { maxSurge: inPlace ? 0 : 1, maxUnavailable: inPlace ? 1 : 0 }),
    machine: {
      type: pool.machine,
      architecture: pool.architecture ?? "amd64",
      image: { name: pool.image[0], version: pool.image[1] },
    },
    cri: {
      name: "containerd",
      ...(pool.containerRuntime ? { containerRuntimes: [{ type: pool.containerRuntime }] } : {}),
    },
    volume: provider.volume,
    zones: plan.purpose === "production" ? zones : zones.slice(0, 1),
    systemComponents: { allow: true },
    ...(pool.kubernetes ? { kubernetes: { version: pool.kubernetes } } : {}),
    ...(pool.updateStrategy ? { updateStrategy: pool.updateStrategy } : {}),
    ...(pool.labels ? { labels: pool.labels } : {}),
    ...(pool.taints ? { taints: pool.taints } : {}),
  };
}

function maintenanceOf(plan: ShootPlan): Maintenance {
  const [begin, end] = plan.window ?? defaultWindow;
  const { kubernetes, images } = plan.autoUpdate ?? { kubernetes: true, images: true };
  return {
    autoUpdate: { kubernetesVersion: kubernetes, ...(plan.pools.length === 0 ? {} : { machineImageVersion: images }) },
    timeWindow: { begin, end },
    ...(plan.autoRotation ? { autoRotation: plan.autoRotation } : {}),
  };
}

const defaultWindow = ["220000+0100", "230000+0100"] as const;
