import type { Maintenance, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { applyPoolDefaults } from "#lib/policy/changes/pool-defaults.ts";
import { shootParentDomain } from "../garden/shoot-parent-domain.ts";
import { zonesByRegion } from "../plan/shoot-locations.ts";
import type { OfferedProvider, PoolPlan, ShootPlan } from "../plan/shoot-plan.ts";
import { controlPlaneConfigOf, infrastructureConfigOf, providerSpecs } from "./provider-spec.ts";

/** Name of a project's binding for a provider. */
export const bindingNameOf = (provider: OfferedProvider): string => `${provider}-account`;
export const oldBindingNameOf = (provider: OfferedProvider): string => `${provider}-account-old`;

/** The spec of a demo Shoot as a user would write it, without API defaults. */
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
      ...(!workerless && {
        infrastructureConfig: infrastructureConfigOf(plan.provider, plan.region),
        controlPlaneConfig: controlPlaneConfigOf(plan.provider, plan.region),
        workers: plan.pools.map((pool) => applyPoolDefaults(workerOf(pool, plan))),
        workersSettings: { sshAccess: { enabled: plan.purpose !== "production" } },
      }),
    },
    networking: workerless ? { services: "100.64.0.0/13" } : provider.networking,
    maintenance: maintenanceOf(plan),
    hibernation: { enabled: false },
    dns: { domain: `${plan.name}.${project}.${shootParentDomain}` },
    ...(isBefore135(plan) &&
      !workerless && { addons: { kubernetesDashboard: { enabled: false }, nginxIngress: { enabled: false } } }),
    ...(!workerless && {
      systemComponents: {
        coreDNS: { rewriting: { commonSuffixes: ["harborline.example"] } },
        nodeLocalDNS: { enabled: plan.purpose === "production", forceTCPToClusterDNS: true },
      },
    }),
    ...(plan.highAvailability && {
      controlPlane: { highAvailability: { failureTolerance: { type: plan.highAvailability } } },
    }),
  };
}

/** Whether the Kubernetes version is below 1.35. Later versions do not allow addons. */
function isBefore135({ kubernetes }: ShootPlan): boolean {
  return Number(kubernetes.split(".")[1]) < 35;
}

function bindingOf(plan: ShootPlan): Pick<ShootSpec, "secretBindingName" | "credentialsBindingName"> {
  const name = bindingNameOf(plan.provider);
  if (plan.binding === "old-secret") return { secretBindingName: oldBindingNameOf(plan.provider) };
  return plan.binding === "secret" ? { secretBindingName: name } : { credentialsBindingName: name };
}

/** Kubernetes settings of a demo Shoot: those that differ from API defaults, and some that repeat them. */
function kubernetesOf({ kubernetes, pools, provider, purpose }: ShootPlan): ShootSpec["kubernetes"] {
  return {
    version: kubernetes,
    kubeAPIServer: { defaultNotReadyTolerationSeconds: 300, defaultUnreachableTolerationSeconds: 300 },
    ...(pools.length > 0 && {
      kubeProxy: { enabled: provider !== "gcp" },
      kubelet: {
        serializeImagePulls: true,
        evictionHard: { memoryAvailable: "100Mi", imageFSAvailable: "5%", nodeFSAvailable: "5%" },
      },
      clusterAutoscaler: {},
      verticalPodAutoscaler: { enabled: purpose === "production" },
    }),
  };
}

function workerOf(pool: PoolPlan, plan: ShootPlan): Worker {
  const inZones = zonesByRegion[plan.provider][plan.region] ?? [];
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
    ...(pool.containerRuntime && { cri: { name: "containerd", containerRuntimes: [{ type: pool.containerRuntime }] } }),
    volume: providerSpecs[plan.provider].volume,
    zones: plan.purpose === "production" ? inZones : inZones.slice(0, 1),
    systemComponents: { allow: true },
    ...(pool.kubernetes ? { kubernetes: { version: pool.kubernetes } } : {}),
    ...(pool.updateStrategy ? { updateStrategy: pool.updateStrategy } : {}),
    ...(pool.labels ? { labels: pool.labels } : {}),
    ...(pool.taints ? { taints: pool.taints } : {}),
  };
}

function maintenanceOf(plan: ShootPlan): Maintenance {
  const [begin, end] = plan.window ?? ["220000+0100", "230000+0100"];
  const { kubernetes, images } = plan.autoUpdate ?? { kubernetes: true, images: true };
  return {
    autoUpdate: { kubernetesVersion: kubernetes, ...(plan.pools.length === 0 ? {} : { machineImageVersion: images }) },
    timeWindow: { begin, end },
    ...(plan.autoRotation ? { autoRotation: plan.autoRotation } : {}),
  };
}
