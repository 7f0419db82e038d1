import { silentGardenletAnnotation } from "#garden/gardener/controllers/client/injected-failures.ts";
import { conditionTimestampsAt } from "#garden/gardener/kinds/condition-timestamps-at.ts";
import { protectedSeedTaint } from "#garden/gardener/rules/protected-seed-taint.ts";
import type { Condition } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import { shootLocations, zonesByRegion } from "../plan/shoot-locations.ts";
import type { OfferedProvider } from "../plan/shoot-plan.ts";

interface SeedPlan {
  readonly seed: string;
  readonly provider: OfferedProvider;
  readonly region: string;
  readonly gardener: string;
  readonly kubernetes: string;
  readonly ageDays: number;
  readonly allocatableShoots: number;
  readonly visible?: boolean;
  readonly taints?: NonNullable<Seed["spec"]["taints"]>;
  readonly emergencyStop?: boolean;
  /** Minutes since the gardenlet of the Seed became silent. */
  readonly silentMinutes?: number;
  readonly shootDefaults?: { readonly pods: string; readonly services: string };
  /** Days until the client certificate of the gardenlet ends. */
  readonly certificateDays?: number;
  /** A roll-out of the Seed's gardenlet that is under way. */
  readonly rollOut?: RollOutPlan;
  /** ManagedResources that gardener-resource-manager ignores. */
  readonly ignoredResource?: string;
  readonly failing?: { readonly type: string; readonly reason: string; readonly message: string };
}

/** A gardenlet that has been updated, and reconciles its Shoots one after the other. */
interface RollOutPlan {
  /** Release that the gardenlet had before. */
  readonly before: string;
  readonly sinceMinutes: number;
}

/** Gardener release of the garden and most of its seeds. */
export const currentGardenerRelease = "v1.150.0";
/** Previous Gardener release, on one Seed that has not been updated yet. */
const lastGardener = "v1.149.3";
/** Gardener release on the Seeds that are updated last. */
const previousGardener = "v1.148.2";
/** Gardener release on the canary Seed, which is newer than any release that Almanac knows. */
const futureGardener = "v1.171.0";

const current = { gardener: currentGardenerRelease, kubernetes: "1.34.9" };
const plans: readonly SeedPlan[] = [
  {
    ...shootLocations["aws-eu1"],
    ...current,
    ageDays: 980,
    allocatableShoots: 250,
    rollOut: { before: lastGardener, sinceMinutes: 660 },
  },
  {
    ...shootLocations["aws-us1"],
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
    ...shootLocations["gcp-eu1"],
    ...current,
    kubernetes: "1.33.12",
    ageDays: 911,
    allocatableShoots: 250,
    ignoredResource: "garden/fluent-bit",
  },
  { ...shootLocations["az-eu1"], ...current, gardener: lastGardener, ageDays: 640, allocatableShoots: 200 },
  {
    ...shootLocations["os-south1"],
    gardener: previousGardener,
    kubernetes: "1.33.11",
    ageDays: 1105,
    allocatableShoots: 10,
    taints: [{ key: protectedSeedTaint }],
  },
  {
    ...shootLocations["aws-eu2"],
    ...current,
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
  // A new Seed that the scheduler does not use yet: operators move control planes to it.
  { ...shootLocations["aws-eu3"], ...current, ageDays: 9, allocatableShoots: 100, visible: false },
  {
    ...shootLocations["gcp-eu2"],
    ...current,
    kubernetes: "1.33.12",
    ageDays: 74,
    allocatableShoots: 100,
    visible: false,
    silentMinutes: 26,
    certificateDays: 3,
  },
  {
    ...shootLocations["gcp-canary"],
    gardener: futureGardener,
    kubernetes: "1.35.6",
    ageDays: 120,
    allocatableShoots: 20,
    visible: false,
    emergencyStop: true,
  },
  { ...shootLocations["os-north1"], ...current, kubernetes: "1.34.8", ageDays: 61, allocatableShoots: 60 },
  {
    ...shootLocations["ali-eu1"],
    ...current,
    ageDays: 55,
    allocatableShoots: 60,
    // Alicloud keeps the usual ranges for itself.
    shootDefaults: { pods: "172.16.0.0/13", services: "172.24.0.0/16" },
  },
  { ...shootLocations.local, ...current, ageDays: 48, allocatableShoots: 20 },
  { ...shootLocations["metal-fra1"], ...current, kubernetes: "1.34.8", ageDays: 40, allocatableShoots: 40 },
  { ...shootLocations["hcloud-fsn1"], ...current, kubernetes: "1.34.8", ageDays: 33, allocatableShoots: 40 },
];

/** Ranges of Pods and services for Shoots that do not name their own. */
const usualShootDefaults = { pods: "100.96.0.0/11", services: "100.64.0.0/13" };

/** The gardenlet release of a Seed; the garden's release if the Seed is unknown. */
export function gardenletReleaseOf(name: string): string {
  return plans.find(({ seed }) => name === seed)?.gardener ?? currentGardenerRelease;
}

/** The roll-out of a Seed's gardenlet that is under way, if there is one. */
export function rollOutOf(name: string): RollOutPlan | undefined {
  return plans.find(({ seed }) => name === seed)?.rollOut;
}

/** A Seed always has a zone. */
function zonesOf({ provider, region }: SeedPlan): readonly string[] {
  const zones = zonesByRegion[provider][region] ?? [];
  return zones.length > 0 ? zones : ["0"];
}

function gardenSecret(name: string) {
  return { apiVersion: "v1", kind: "Secret", name, namespace: "garden" };
}

/**
 * Seeds of the demo garden.
 *
 * @param generatedShoots number of generated Shoots; room for them is added in proportion to the Seed's size
 */
export function demoSeeds(time: DemoTime, generatedShoots: number): readonly Seed[] {
  const growth = 1 + generatedShoots / 500;
  return plans.map((plan) => ({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Seed",
    metadata: {
      name: plan.seed,
      generation: 4,
      creationTimestamp: time.daysAgo(plan.ageDays),
      finalizers: ["gardener"],
      labels: {
        "seed.gardener.cloud/provider": plan.provider,
        "seed.gardener.cloud/region": plan.region,
        [`name.seed.gardener.cloud/${plan.seed}`]: "true",
      },
      ...(plan.emergencyStop ? { annotations: { [annotations.emergencyStop]: "true" } } : {}),
      ...(plan.silentMinutes
        ? { annotations: { [silentGardenletAnnotation]: time.minutesAgo(plan.silentMinutes) } }
        : {}),
    },
    spec: {
      provider: { type: plan.provider, region: plan.region, zones: zonesOf(plan) },
      settings: { scheduling: { visible: plan.visible ?? true }, excessCapacityReservation: { enabled: true } },
      networks: {
        ...{ nodes: "10.240.0.0/16", pods: "100.64.0.0/12", services: "100.104.0.0/13" },
        shootDefaults: plan.shootDefaults ?? usualShootDefaults,
      },
      ingress: { domain: `ingress.${plan.seed}.seed.harborline.example`, controller: { kind: "nginx" } },
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
      gardener: { id: `gardenlet-${plan.seed}`, name: `gardenlet-${plan.seed}-0`, version: plan.gardener },
      kubernetesVersion: `v${plan.kubernetes}`,
      capacity: { shoots: String(Math.ceil(plan.allocatableShoots * growth)) },
      allocatable: { shoots: String(Math.ceil(plan.allocatableShoots * growth)) },
      clientCertificateExpirationTimestamp: time.daysAgo(-(plan.certificateDays ?? 71)),
      clusterIdentity: `harborline-${plan.seed}`,
      lastOperation: {
        type: "Reconcile",
        state: "Succeeded",
        progress: 100,
        description: "Seed reconciliation finished successfully",
        lastUpdateTime: time.minutesAgo(23),
      },
      conditions: seedConditions(plan, time),
      constraints: seedConstraints(plan, time),
    },
  }));
}

const fine: readonly (readonly [type: string, reason: string, message: string])[] = [
  ["GardenletReady", "GardenletReady", "Gardenlet is posting ready status."],
  ["BackupBucketsReady", "BackupBucketsAvailable", "Backup Buckets are available."],
  ["ExtensionsReady", "AllExtensionsReady", "All extensions installed into the seed cluster are ready and healthy."],
  ["SeedSystemComponentsHealthy", "SystemComponentsRunning", "All system components are healthy."],
];
const unreachable = {
  status: "Unknown",
  reason: "SeedMonitorGracePeriodExceeded",
  message: "Gardenlet stopped posting seed status.",
};
const stopped = {
  type: "EmergencyStopShootReconciliations",
  status: "True",
  reason: "EmergencyStopShootReconciliations",
  message: "Shoot reconciliations on this seed are stopped by an operator.",
};

/** Since Gardener 1.150, a Seed tells of ManagedResources that are ignored. */
function seedConstraints({ ignoredResource, gardener }: SeedPlan, time: DemoTime): readonly Condition[] {
  if (gardener !== currentGardenerRelease) return [];
  const finding =
    ignoredResource === undefined
      ? { status: "True", reason: "AllManagedResourcesActive", message: "All ManagedResources are active." }
      : {
          status: "False",
          reason: "ManagedResourcesIgnored",
          message: `The following ManagedResources are ignored: ${ignoredResource}`,
        };
  return [{ type: "ManagedResourcesHonored", ...finding, ...conditionTimestampsAt(time.daysAgo(2)) }];
}

/** Seeds that are clusters themselves: the Shoots of these names in the namespace `garden`. */
const managedSeedNames = ["aws-eu1", "aws-us1"] as const;

/** ManagedSeeds of the demo garden. */
export function demoManagedSeeds(time: DemoTime): readonly KubeObject[] {
  return managedSeedNames.map((name) => ({
    apiVersion: "seedmanagement.gardener.cloud/v1alpha1",
    kind: "ManagedSeed",
    metadata: {
      name,
      namespace: "garden",
      creationTimestamp: time.daysAgo(plans.find(({ seed }) => seed === name)?.ageDays ?? 1),
    },
    spec: { shoot: { name } },
    status: { conditions: [] },
  }));
}

function seedConditions({ failing, silentMinutes, emergencyStop }: SeedPlan, time: DemoTime): readonly Condition[] {
  const findings = fine.map(([type, reason, message]) => {
    const condition = { type, status: "True", reason, message, ...conditionTimestampsAt(time.daysAgo(12)) };
    if (type === failing?.type) {
      return { ...condition, ...failing, status: "False", lastTransitionTime: time.hoursAgo(7) };
    }
    if (type !== "GardenletReady" || silentMinutes === undefined) return condition;
    return { ...condition, ...unreachable, lastTransitionTime: time.minutesAgo(silentMinutes - 1) };
  });
  return emergencyStop ? [...findings, { ...stopped, ...conditionTimestampsAt(time.daysAgo(2)) }] : findings;
}
