import fc from "fast-check";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootStatus, Worker } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Readiness, ReadinessContext } from "#lib/policy/readiness/assess-readiness.ts";
import type { MinorStep, ReadinessFindingId } from "#lib/policy/readiness/readiness-finding.ts";

export const readinessNow = Date.parse("2026-11-24T12:00:00Z");

/** A cluster, its profile, and the step that it is to take. */
export interface ReadinessExample {
  readonly shoot: Shoot;
  readonly profile: CloudProfileSpec;
  readonly step: MinorStep;
}

export function contextOf({ profile }: Pick<ReadinessExample, "profile">): ReadinessContext {
  return { profile, rules: newestRules, view: { seed: { name: "seed", stopped: false } }, now: readinessNow };
}

const minors = [30, 31, 32, 33, 34, 35, 36] as const;

function profileWith(from: number, isForced: boolean): CloudProfileSpec {
  const expirationDate = new Date(readinessNow + (isForced ? -dayMs : 400 * dayMs)).toISOString();
  const image = { architectures: ["amd64"], cri: [{ name: "containerd" }] };
  const inPlaceUpdates = { supported: true, minVersionForUpdate: "1.0.0" };
  return {
    kubernetes: {
      versions: [
        { version: `1.${from + 1}.2`, classification: "supported" },
        { version: `1.${from}.4`, classification: "supported", expirationDate },
      ],
    },
    machineImages: [{ name: "gardenlinux", versions: [{ version: "2.0.0", ...image, inPlaceUpdates }] }],
    machineTypes: [{ name: "m", cpu: "2", memory: "8Gi", gpu: "0", architecture: "amd64" }],
    regions: [{ name: "eu", zones: [{ name: "a" }, { name: "b" }, { name: "c" }] }],
  };
}

function poolOf(name: string, size: { readonly maximum: number; readonly zones: number }): Worker {
  return {
    name,
    machine: { type: "m", architecture: "amd64", image: { name: "gardenlinux", version: "2.0.0" } },
    minimum: 1,
    maximum: Math.max(size.maximum, size.zones),
    maxSurge: size.zones,
    maxUnavailable: 0,
    zones: ["a", "b", "c"].slice(0, size.zones),
    cri: { name: "containerd" },
  };
}

const fine = (type: string, reason: string) => ({ type, status: "True", reason });

const healthy: ShootStatus = {
  observedGeneration: 2,
  seedName: "seed",
  lastOperation: { type: "Reconcile", state: "Succeeded" },
  conditions: [fine("APIServerAvailable", "HealthzRequestSucceeded"), fine("EveryNodeReady", "EveryNodeReady")],
  constraints: [fine("HibernationPossible", "NoProblematicWebhooks")],
};

const sizes = fc.record({ maximum: fc.integer({ min: 1, max: 6 }), zones: fc.integer({ min: 1, max: 3 }) });

/** Clusters against whose next minor nothing stands: of all sizes, with and without windows, forced and chosen. */
export const examplesWithoutObstacle: fc.Arbitrary<ReadinessExample> = fc
  .record({
    minor: fc.constantFrom(...minors),
    pools: fc.array(sizes, { minLength: 1, maxLength: 3 }),
    way: fc.constantFrom("forced", "chosen"),
    hasWindow: fc.boolean(),
    isConfined: fc.boolean(),
  })
  .map(({ minor, pools, way, hasWindow, isConfined }) => ({
    profile: profileWith(minor, way === "forced"),
    step: {
      from: `1.${minor}.4`,
      to: `1.${minor + 1}.2`,
      way,
      ...(way === "forced" && { at: readinessNow + 3_600_000 }),
    },
    shoot: {
      metadata: { name: "shop", namespace: "garden-pay", uid: "u", resourceVersion: "7", generation: 2 },
      spec: {
        region: "eu",
        cloudProfile: { name: "aws", kind: "CloudProfile" },
        credentialsBindingName: "cloud",
        seedName: "seed",
        kubernetes: { version: `1.${minor}.4` },
        provider: { type: "local", workers: pools.map((size, index) => poolOf(`pool-${index}`, size)) },
        maintenance: {
          autoUpdate: { kubernetesVersion: false, machineImageVersion: false },
          ...(isConfined && { confineSpecUpdateRollout: true }),
          ...(hasWindow && { timeWindow: { begin: "220000+0100", end: "230000+0100" } }),
        },
      },
      status: healthy,
    },
  }));

/** One obstacle that is put into a unobstructed example. */
export interface PlantedObstacle {
  readonly name: string;
  readonly finding: ReadinessFindingId;
  readonly plant: (example: ReadinessExample) => ReadinessExample;
  /** The best result that is true with it. */
  readonly best: Exclude<Readiness["result"], "not-looked">;
}

function withPool(example: ReadinessExample, differs: Partial<Worker>): ReadinessExample {
  const { shoot } = example;
  const [first, ...others] = shoot.spec.provider.workers ?? [];
  const workers = first === undefined ? [] : [{ ...first, ...differs }, ...others];
  return { ...example, shoot: { ...shoot, spec: { ...shoot.spec, provider: { ...shoot.spec.provider, workers } } } };
}

function withStatus(example: ReadinessExample, differs: Partial<ShootStatus>): ReadinessExample {
  return { ...example, shoot: { ...example.shoot, status: { ...example.shoot.status, ...differs } } };
}

function withSpec(example: ReadinessExample, differs: Partial<Shoot["spec"]>): ReadinessExample {
  return { ...example, shoot: { ...example.shoot, spec: { ...example.shoot.spec, ...differs } } };
}

function withAnnotation(example: ReadinessExample, namespace: string, key: string): ReadinessExample {
  const metadata = { ...example.shoot.metadata, namespace, annotations: { [key]: "true" } };
  return { ...example, shoot: { ...example.shoot, metadata } };
}

function pinnedBehind(example: ReadinessExample, minorsBehind: number): ReadinessExample {
  const minor = Number(example.step.to.split(".")[1]) - minorsBehind;
  return withPool(
    { ...example, step: { from: example.step.from, to: example.step.to, way: "chosen" } },
    { kubernetes: { version: `1.${minor}.0` } },
  );
}

function withAddons(example: ReadinessExample, addons: Readonly<Record<string, unknown>>): ReadinessExample {
  const step = { from: "1.34.4", to: "1.35.2", way: "forced", at: readinessNow } as const;
  return { ...withSpec(example, { kubernetes: { version: "1.34.4" }, addons }), step, profile: profileWith(34, true) };
}

function withImageFor(example: ReadinessExample, kubeletVersionConstraint: string): ReadinessExample {
  const machineImages = example.profile.machineImages?.map((image) => ({
    ...image,
    versions: image.versions?.map((version) => ({ ...version, kubeletVersionConstraint })) ?? [],
  }));
  return { ...example, profile: { ...example.profile, machineImages: machineImages ?? [] } };
}

const failed = (type: string, reason = "Bad") => ({ type, status: "False", reason });
const constraint = (type: string) => (example: ReadinessExample) =>
  withStatus(example, { constraints: [failed(type)] });
const operation = (state: string, confine: boolean) => (example: ReadinessExample) =>
  withStatus(
    withSpec(example, { maintenance: { ...example.shoot.spec.maintenance, confineSpecUpdateRollout: confine } }),
    {
      lastOperation: { type: "Reconcile", state },
    },
  );
const rotation =
  (family: "certificateAuthorities" | "serviceAccountKey" | "etcdEncryptionKey", phase: string) =>
  (example: ReadinessExample) =>
    withStatus(example, { credentials: { rotation: { [family]: { phase } } } });
const windowOf = (example: ReadinessExample) =>
  withSpec(example, {
    maintenance: {
      ...example.shoot.spec.maintenance,
      confineSpecUpdateRollout: true,
      timeWindow: { begin: "220000+0100", end: "223000+0100" },
    },
  });

function obstacle(
  name: string,
  finding: ReadinessFindingId,
  best: PlantedObstacle["best"],
  plant: PlantedObstacle["plant"],
): PlantedObstacle {
  return { name, finding, plant, best };
}

const risks = "ready-with-risks";

export const plantedObstacles: readonly PlantedObstacle[] = [
  obstacle("a pool too far behind", "refused", "not-ready", (example) => pinnedBehind(example, 4)),
  obstacle("an image that does not run the new kubelet", "refused", "not-ready", (example) =>
    withImageFor(example, `< ${example.step.to}`),
  ),
  obstacle("a pool without surge and without unavailability", "refused", "not-ready", (example) =>
    withPool(example, { maxSurge: 0, maxUnavailable: 0 }),
  ),
  obstacle("a field that the version no longer has", "refused", "not-ready", (example) => {
    const kubernetes = { version: "1.32.4", kubeControllerManager: { podEvictionTimeout: "1m" } };
    const step = { from: "1.32.4", to: "1.33.2", way: "chosen" } as const;
    return { ...withSpec(example, { kubernetes }), step, profile: profileWith(32, false) };
  }),
  obstacle("a field that maintenance removes", "field-changed", risks, (example) => {
    const kubernetes = { version: "1.32.4", kubeControllerManager: { podEvictionTimeout: "1m" } };
    const step = { from: "1.32.4", to: "1.33.2", way: "forced", at: readinessNow } as const;
    return { ...withSpec(example, { kubernetes }), step, profile: profileWith(32, true) };
  }),
  obstacle("add-ons that are on, which maintenance removes", "field-changed", risks, (example) =>
    withAddons(example, { nginxIngress: { enabled: true }, kubernetesDashboard: { enabled: false } }),
  ),
  obstacle("add-ons that are off, which maintenance removes", "field-changed", "ready-as-known", (example) =>
    withAddons(example, { nginxIngress: { enabled: false }, kubernetesDashboard: { enabled: false } }),
  ),
  obstacle("a pool three minors behind", "pools-behind", risks, (example) => pinnedBehind(example, 3)),
  obstacle("an annotation that Gardener obeys", "not-reconciled", "not-ready", (example) =>
    withAnnotation(example, "garden", annotations.ignore),
  ),
  obstacle("an annotation that Gardener perhaps obeys", "perhaps-ignored", risks, (example) =>
    withAnnotation(example, "garden-pay", annotations.ignore),
  ),
  obstacle("a failed operation", "operation-failed", risks, operation("Failed", false)),
  obstacle("a failed operation of a confined cluster", "failed-and-confined", "not-ready", operation("Failed", true)),
  obstacle("an operation that is retried", "operation-retrying", risks, operation("Error", false)),
  obstacle("an interrupted operation", "operation-running", "ready-as-known", operation("Aborted", true)),
  obstacle("an operation under way", "operation-running", "ready-as-known", operation("Processing", false)),
  obstacle("a move to another Seed that has not begun", "spec-frozen", "not-ready", (example) =>
    withSpec(example, { seedName: "other" }),
  ),
  obstacle("a move to another Seed", "spec-frozen", "not-ready", (example) =>
    withStatus(withSpec(example, { seedName: "other" }), { lastOperation: { type: "Migrate", state: "Processing" } }),
  ),
  obstacle("a failed move to another Seed", "spec-frozen", "not-ready", (example) =>
    withStatus(example, { lastOperation: { type: "Migrate", state: "Failed" } }),
  ),
  obstacle("a control plane that is being restored", "spec-frozen", "not-ready", (example) =>
    withStatus(example, { lastOperation: { type: "Restore", state: "Processing" } }),
  ),
  obstacle("webhooks that block maintenance", "constraint", risks, constraint("MaintenancePreconditionsSatisfied")),
  obstacle("conversion webhooks", "constraint", risks, constraint("CRDsWithProblematicConversionWebhooks")),
  obstacle("an old CA", "constraint", "ready-as-known", constraint("CACertificateValiditiesAcceptable")),
  obstacle("ignored managed resources", "constraint", risks, constraint("ManagedResourcesHonored")),
  obstacle("a constraint from the future", "constraint", "ready-as-known", constraint("NewInTenYears")),
  obstacle("a failing condition", "conditions-failing", risks, (example) =>
    withStatus(example, {
      conditions: [failed("EveryNodeReady"), fine("APIServerAvailable", "HealthzRequestSucceeded")],
    }),
  ),
  obstacle("an unknown condition", "conditions-unknown", risks, (example) =>
    withStatus(example, {
      conditions: [
        { type: "EveryNodeReady", status: "Unknown", reason: "Lost" },
        fine("APIServerAvailable", "HealthzRequestSucceeded"),
      ],
    }),
  ),
  obstacle("CAs being rotated", "rotation", risks, rotation("certificateAuthorities", "Preparing")),
  obstacle(
    "a rotation that waits for rolls",
    "rotation",
    risks,
    rotation("serviceAccountKey", "WaitingForWorkersRollout"),
  ),
  obstacle("a rotation being completed", "rotation", risks, rotation("certificateAuthorities", "Completing")),
  obstacle("a rotation in a new phase", "rotation", risks, rotation("serviceAccountKey", "Dancing")),
  obstacle(
    "a rotation that waits for its owner",
    "rotation",
    "ready-as-known",
    rotation("certificateAuthorities", "Prepared"),
  ),
  obstacle("an exhausted quota", "capacity", risks, (example) =>
    withStatus(example, { lastErrors: [{ description: "quota", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }] }),
  ),
  obstacle("depleted machines", "capacity", risks, (example) =>
    withStatus(example, { lastErrors: [{ description: "none left", codes: ["ERR_INFRA_RESOURCES_DEPLETED"] }] }),
  ),
  obstacle("an in-place update that is not finished", "in-place-pending", risks, (example) =>
    withStatus(example, { inPlaceUpdates: { pendingWorkerUpdates: { manualInPlaceUpdate: ["gone"] } } }),
  ),
  obstacle("a window that is too short for the fewest nodes", "window-short", risks, (example) =>
    withPool(windowOf(example), { minimum: 40, maximum: 40, maxSurge: 1, zones: ["a"] }),
  ),
  obstacle("a window that is too short for the most nodes", "window-short", "ready-as-known", (example) =>
    withPool(windowOf(example), { minimum: 1, maximum: 40, maxSurge: 1, zones: ["a"] }),
  ),
];
