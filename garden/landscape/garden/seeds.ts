import { silentAnnotation } from "#garden/gardener/controllers/client/faults.ts";
import { protectedSeed } from "#garden/gardener/rules/protected-seed.ts";
import type { Condition } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { DemoTime } from "../plan/demo-time.ts";

interface SeedPlan {
  readonly name: string;
  readonly provider: string;
  readonly region: string;
  readonly zones: readonly string[];
  readonly gardener: string;
  readonly kubernetes: string;
  readonly ageDays: number;
  readonly allocatableShoots: number;
  readonly visible?: boolean;
  readonly taints?: NonNullable<Seed["spec"]["taints"]>;
  readonly emergencyStop?: boolean;
  /** Since when its gardenlet has not been heard of. */
  readonly silentMinutes?: number;
  readonly failing?: { readonly type: string; readonly reason: string; readonly message: string };
}

/** The Gardener release that the garden and most of its seeds run. */
export const currentGardener = "v1.150.0";
/** One seed has yet to follow the garden's last update. */
const lastGardener = "v1.149.3";
/** The release of the seeds that are updated last. */
const previousGardener = "v1.148.2";
/** The canary seed runs something newer than this build of Almanac knows. */
const futureGardener = "v1.171.0";

const plans: readonly SeedPlan[] = [
  {
    name: "aws-eu1",
    provider: "aws",
    region: "eu-central-1",
    zones: ["eu-central-1a", "eu-central-1b", "eu-central-1c"],
    gardener: currentGardener,
    kubernetes: "1.34.9",
    ageDays: 980,
    allocatableShoots: 250,
  },
  {
    name: "aws-us1",
    provider: "aws",
    region: "us-east-1",
    zones: ["us-east-1a", "us-east-1b", "us-east-1c"],
    gardener: previousGardener,
    kubernetes: "1.34.8",
    ageDays: 702,
    allocatableShoots: 200,
    failing: {
      type: "BackupBucketsReady",
      reason: "BackupBucketsError",
      message: "The following BackupBuckets have issues: aws-us1--4f1c: access denied while listing objects",
    },
  },
  {
    name: "gcp-eu1",
    provider: "gcp",
    region: "europe-west3",
    zones: ["europe-west3-a", "europe-west3-b", "europe-west3-c"],
    gardener: currentGardener,
    kubernetes: "1.33.12",
    ageDays: 911,
    allocatableShoots: 250,
  },
  {
    name: "az-eu1",
    provider: "azure",
    region: "westeurope",
    zones: ["1", "2", "3"],
    gardener: lastGardener,
    kubernetes: "1.34.9",
    ageDays: 640,
    allocatableShoots: 200,
  },
  {
    name: "os-south1",
    provider: "openstack",
    region: "de-south-1",
    zones: ["de-south-1a", "de-south-1b"],
    gardener: previousGardener,
    kubernetes: "1.33.11",
    ageDays: 1105,
    allocatableShoots: 80,
    taints: [{ key: protectedSeed }],
  },
  {
    name: "aws-eu2",
    provider: "aws",
    region: "eu-west-1",
    zones: ["eu-west-1a", "eu-west-1b", "eu-west-1c"],
    gardener: currentGardener,
    kubernetes: "1.34.9",
    ageDays: 88,
    allocatableShoots: 100,
    visible: false,
    failing: {
      type: "SeedSystemComponentsHealthy",
      reason: "DeploymentUnhealthy",
      message:
        'Deployment "garden/vpa-admission-controller" is unhealthy: condition "Available" has invalid status False',
    },
  },
  {
    name: "gcp-eu2",
    provider: "gcp",
    region: "europe-west4",
    zones: ["europe-west4-a", "europe-west4-b", "europe-west4-c"],
    gardener: currentGardener,
    kubernetes: "1.33.12",
    ageDays: 74,
    allocatableShoots: 100,
    visible: false,
    silentMinutes: 26,
  },
  {
    name: "gcp-canary",
    provider: "gcp",
    region: "europe-west1",
    zones: ["europe-west1-b", "europe-west1-c"],
    gardener: futureGardener,
    kubernetes: "1.35.6",
    ageDays: 120,
    allocatableShoots: 20,
    visible: false,
    emergencyStop: true,
  },
];

/** The release of the gardenlet of a seed; the garden's where there is no such seed. */
export function gardenletOf(seed: string): string {
  return plans.find(({ name }) => name === seed)?.gardener ?? currentGardener;
}

function gardenSecret(name: string) {
  return { apiVersion: "v1", kind: "Secret", name, namespace: "garden" };
}

export function demoSeeds(time: DemoTime): readonly Seed[] {
  return plans.map((plan) => ({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Seed",
    metadata: {
      name: plan.name,
      generation: 4,
      creationTimestamp: time.daysAgo(plan.ageDays),
      finalizers: ["gardener"],
      labels: {
        "seed.gardener.cloud/provider": plan.provider,
        "seed.gardener.cloud/region": plan.region,
        [`name.seed.gardener.cloud/${plan.name}`]: "true",
      },
      ...(plan.emergencyStop ? { annotations: { [annotations.emergencyStop]: "true" } } : {}),
      ...(plan.silentMinutes ? { annotations: { [silentAnnotation]: time.minutesAgo(plan.silentMinutes) } } : {}),
    },
    spec: {
      provider: { type: plan.provider, region: plan.region, zones: plan.zones },
      settings: { scheduling: { visible: plan.visible ?? true }, excessCapacityReservation: { enabled: true } },
      networks: { nodes: "10.240.0.0/16", pods: "100.64.0.0/12", services: "100.104.0.0/13" },
      ingress: { domain: `ingress.${plan.name}.seed.harborline.example`, controller: { kind: "nginx" } },
      dns: {
        provider: { type: "aws-route53", credentialsRef: gardenSecret("seed-dns") },
        internal: {
          type: "aws-route53",
          domain: "internal.harborline.example",
          credentialsRef: gardenSecret("seed-dns"),
        },
      },
      backup: { provider: plan.provider, region: plan.region, credentialsRef: gardenSecret("seed-backup") },
      ...(plan.taints ? { taints: plan.taints } : {}),
    },
    status: {
      observedGeneration: 4,
      gardener: { id: `gardenlet-${plan.name}`, name: `gardenlet-${plan.name}-0`, version: plan.gardener },
      kubernetesVersion: `v${plan.kubernetes}`,
      allocatable: { shoots: String(plan.allocatableShoots) },
      lastOperation: {
        type: "Reconcile",
        state: "Succeeded",
        progress: 100,
        description: "Seed reconciliation finished successfully",
        lastUpdateTime: time.minutesAgo(23),
      },
      conditions: seedConditions(plan, time),
    },
  }));
}

const unheard = {
  status: "Unknown",
  reason: "SeedMonitorGracePeriodExceeded",
  message: "Gardenlet stopped posting seed status.",
};

function seedConditions(plan: SeedPlan, time: DemoTime): readonly Condition[] {
  const fine: readonly (readonly [type: string, reason: string, message: string])[] = [
    ["GardenletReady", "GardenletReady", "Gardenlet is posting ready status."],
    ["BackupBucketsReady", "BackupBucketsAvailable", "Backup Buckets are available."],
    ["ExtensionsReady", "AllExtensionsReady", "All extensions installed into the seed cluster are ready and healthy."],
    ["SeedSystemComponentsHealthy", "SystemComponentsRunning", "All system components are healthy."],
  ];
  const conditions = fine.map(([type, reason, message]) => ({
    type,
    status: "True",
    reason,
    message,
    lastTransitionTime: time.daysAgo(12),
    lastUpdateTime: time.daysAgo(12),
  }));
  const { failing, silentMinutes } = plan;
  const findings = conditions.map((condition) => {
    if (condition.type === failing?.type) {
      return { ...condition, ...failing, status: "False", lastTransitionTime: time.hoursAgo(7) };
    }
    if (condition.type !== "GardenletReady" || silentMinutes === undefined) return condition;
    return { ...condition, ...unheard, lastTransitionTime: time.minutesAgo(silentMinutes - 1) };
  });
  if (!plan.emergencyStop) return findings;
  return [
    ...findings,
    {
      type: "EmergencyStopShootReconciliations",
      status: "True",
      reason: "EmergencyStopShootReconciliations",
      message: "Shoot reconciliations on this seed are stopped by an operator.",
      lastTransitionTime: time.daysAgo(2),
      lastUpdateTime: time.daysAgo(2),
    },
  ];
}
