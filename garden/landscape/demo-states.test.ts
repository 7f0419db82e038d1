import { describe, expect, it } from "vitest";
import { workloadTraits, workloadTraitsOf } from "#garden/gardener/kinds/workload-traits.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { readSilentGardenletOfSeed } from "#lib/policy/controllers/silent-gardenlet.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { isReconciliationDisabledOnSeed } from "#lib/policy/gardenlet/predict-gardenlet-decision.ts";
import { findSeedProblem } from "#lib/policy/gardenlet/seed-readiness.ts";
import { checkHibernation } from "#lib/policy/hibernation/hibernation-check.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { automaticRotationDueAt } from "#lib/policy/operations/auto-rotation.ts";
import { rotationPhases } from "#lib/policy/rotations/families.ts";
import { countShootsBySeed, scheduleShoot } from "#lib/policy/scheduling/schedule-shoot.ts";
import { isHandledByScheduler } from "#lib/policy/scheduling/scheduler-interest.ts";
import { constraintTypes } from "#lib/policy/status/constraints.ts";
import { knownErrorCodes } from "#lib/policy/status/error-codes.ts";
import { isGenerationObserved } from "#lib/policy/status/failed-and-up-to-date.ts";
import { isLeavingSeed } from "#lib/policy/status/seed-move.ts";
import { createDemoLandscape } from "./create-demo-landscape.ts";

const isShoot = (object: KubeObject): object is Shoot => object.kind === "Shoot";
const isSeed = (object: KubeObject): object is Seed => object.kind === "Seed";
const now = new Date("2026-08-10T09:30:00Z");
const landscape = createDemoLandscape({ now, seed: 1, shoots: 0 });
const shoots = landscape.objects.filter(isShoot);

function seedOf({ status }: Shoot): Seed {
  const seed = landscape.objects.filter(isSeed).find(({ metadata }) => metadata.name === status?.seedName);
  return seed ?? { metadata: { name: "" }, spec: { provider: { type: "", region: "" } } };
}

const isIgnored = (shoot: Shoot) => annotationOf(shoot, annotations.ignore) === "true";
const scheduleIs = (outcome: string) => (shoot: Shoot) => checkHibernation(shoot, now.getTime()).outcome === outcome;
const isEtcdDue = (shoot: Shoot) => (automaticRotationDueAt(shoot, "etcdEncryptionKey") ?? Infinity) < now.getTime();

const conditionIs = (type: string, status: string) => (shoot: Shoot) =>
  shoot.status?.conditions?.some((entry) => entry?.type === type && entry.status === status) ?? false;
const constraintIsFalse = (type: string) => (shoot: Shoot) =>
  shoot.status?.constraints?.some((entry) => entry?.type === type && entry.status === "False") ?? false;
const operationIs = (type: string | undefined, state: string) => (shoot: Shoot) =>
  shoot.status?.lastOperation?.type === type && shoot.status?.lastOperation?.state === state;
const hasCode = (code: string) => (shoot: Shoot) =>
  shoot.status?.lastErrors?.some((entry) => entry?.codes?.includes(code)) ?? false;
const phaseIs =
  (family: "certificateAuthorities" | "serviceAccountKey" | "etcdEncryptionKey", phase: string) => (shoot: Shoot) =>
    (shoot.status?.credentials?.rotation?.[family]?.phase ?? "") === phase;
const pools = (shoot: Shoot) => shoot.spec.provider.workers ?? [];
const usesImage = (name: string) => (shoot: Shoot) => pools(shoot).some(({ machine }) => machine.image?.name === name);

/** Constraints and error codes that no demo cluster has. */
const unseen = new Set<string>([
  "DualStackNodesMigrationReady",
  "DNSServiceMigrationReady",
  "UsesUnifiedHTTPProxyPort",
]);

const states: readonly (readonly [state: string, present: (shoot: Shoot) => boolean])[] = [
  ...[
    "APIServerAvailable",
    "ControlPlaneHealthy",
    "ObservabilityComponentsHealthy",
    "EveryNodeReady",
    "SystemComponentsHealthy",
    "BackupBucketsReady",
  ].map((type) => [`condition ${type} is False`, conditionIs(type, "False")] as const),
  ["a condition is Unknown", conditionIs("SystemComponentsHealthy", "Unknown")],
  ["a condition is failing, not yet confirmed", conditionIs("ControlPlaneHealthy", "Progressing")],
  ["a condition copied from a seed is Unknown", conditionIs("GardenletReady", "Unknown")],
  ...constraintTypes
    .filter((type) => !unseen.has(type))
    .map((type) => [`constraint ${type} is False`, constraintIsFalse(type)] as const),
  ...knownErrorCodes
    .filter((code) => !unseen.has(code))
    .map((code) => [`the last error has the code ${code}`, hasCode(code)] as const),
  ...rotationPhases.flatMap((phase) => [
    [`certificate authorities are in phase "${phase}"`, phaseIs("certificateAuthorities", phase)] as const,
    [`the ServiceAccount key is in phase "${phase}"`, phaseIs("serviceAccountKey", phase)] as const,
  ]),
  ...["", "Preparing", "Prepared", "Completing", "Completed"].map(
    (phase) => [`the etcd encryption key is in phase "${phase}"`, phaseIs("etcdEncryptionKey", phase)] as const,
  ),
  ["Create is running", operationIs("Create", "Processing")],
  ["Create is pending: no seed", operationIs("Create", "Pending")],
  ["Reconcile is running", operationIs("Reconcile", "Processing")],
  ["Reconcile is retrying", operationIs("Reconcile", "Error")],
  ["Reconcile has failed", operationIs("Reconcile", "Failed")],
  ["Delete is running", operationIs("Delete", "Processing")],
  ["Delete is stuck and retrying", operationIs("Delete", "Error")],
  ["Delete has failed", operationIs("Delete", "Failed")],
  ["Migrate is running", operationIs("Migrate", "Processing")],
  ["Migrate was aborted", operationIs("Migrate", "Aborted")],
  ["Restore is retrying", operationIs("Restore", "Error")],
  ["gardenlet skipped it: a state without a type", operationIs(undefined, "Pending")],
  [
    "an attempt runs while the last error is still listed",
    (shoot) => operationIs("Reconcile", "Processing")(shoot) && (shoot.status?.lastErrors?.length ?? 0) > 0,
  ],
  [
    "the retries are over although the error has no code",
    (shoot) => operationIs("Reconcile", "Failed")(shoot) && shoot.status?.lastErrors?.[0]?.codes === undefined,
  ],
  ["never reconciled: no status", ({ status }) => status === undefined],
  [
    "told to be ignored in the namespace garden, with a change",
    (shoot) => isIgnored(shoot) && shoot.metadata.namespace === "garden" && !isGenerationObserved(shoot),
  ],
  [
    "told to be ignored where that may have no effect",
    (shoot) => isIgnored(shoot) && shoot.metadata.namespace !== "garden",
  ],
  [
    "a change on a Seed whose reconciliations are stopped",
    (shoot) => !isGenerationObserved(shoot) && isReconciliationDisabledOnSeed(seedOf(shoot)),
  ],
  [
    "on a Seed whose gardenlet is silent",
    (shoot) =>
      readSilentGardenletOfSeed(seedOf(shoot)) !== undefined && conditionIs("APIServerAvailable", "Unknown")(shoot),
  ],
  [
    "waits for a Seed that is not ready",
    (shoot) => findSeedProblem(seedOf(shoot)) !== undefined && operationIs("Reconcile", "Error")(shoot),
  ],
  ["Reconcile was aborted", operationIs("Reconcile", "Aborted")],
  [
    "failed, and is to be tried again",
    (shoot) => operationIs("Reconcile", "Failed")(shoot) && !isGenerationObserved(shoot),
  ],
  [
    "failed, and is tried again in the window",
    (shoot) => operationIs("Reconcile", "Failed")(shoot) && annotationOf(shoot, annotations.needsRetry) === "true",
  ],
  [
    "a change is held until the window",
    ({ metadata, spec, status }) =>
      spec.maintenance?.confineSpecUpdateRollout === true &&
      JSON.stringify(metadata.managedFields).includes("kubectl-edit") &&
      status?.lastOperation?.state === "Succeeded",
  ],
  [
    "its lifetime ends within a day",
    (shoot) => {
      const lifetime = readLifetime(shoot);
      return lifetime.state === "ends" && lifetime.endsAt > now.getTime() && lifetime.endsAt - now.getTime() < dayMs;
    },
  ],
  ["a schedule is made up for now", scheduleIs("executes")],
  ["a schedule cannot be read", scheduleIs("unreadable")],
  ["a schedule never comes", scheduleIs("never-returns")],
  [
    "etcd's key is due, and skipped while asleep",
    (shoot) => isEtcdDue(shoot) && shoot.spec.hibernation?.enabled === true,
  ],
  [
    "etcd's key is due while waking up",
    (shoot) => isEtcdDue(shoot) && shoot.spec.hibernation?.enabled === false && shoot.status?.hibernated === true,
  ],
  [
    "waits for the Seed that it is to move to",
    (shoot) => isLeavingSeed(shoot) && constraintIsFalse("ReadyForMigration")(shoot),
  ],
  [
    "deleted, and held by somebody else's finalizer",
    (shoot) => operationIs("Delete", "Succeeded")(shoot) && shoot.metadata.finalizers?.includes("gardener") === false,
  ],
  ["left to another scheduler", ({ spec }) => stringAt(spec, "schedulerName") === "batch-scheduler"],
  ["hibernated", ({ status }) => status?.hibernated === true],
  ["waking up", ({ spec, status }) => status?.hibernated === true && spec.hibernation?.enabled === false],
  ["hibernation schedules", ({ spec }) => (spec.hibernation?.schedules?.length ?? 0) > 0],
  ["being deleted", ({ metadata }) => metadata.deletionTimestamp !== undefined],
  ["workerless", (shoot) => pools(shoot).length === 0],
  ["the last maintenance failed", ({ status }) => status?.lastMaintenance?.state === "Failed"],
  [
    "automatic in-place update pending",
    ({ status }) => (status?.inPlaceUpdates?.pendingWorkerUpdates?.autoInPlaceUpdate?.length ?? 0) > 0,
  ],
  [
    "manual in-place update pending",
    ({ status }) => (status?.inPlaceUpdates?.pendingWorkerUpdates?.manualInPlaceUpdate?.length ?? 0) > 0,
  ],
  [
    "machines are replaced on request",
    ({ status }) => (status?.manualWorkerPoolRollout?.pendingWorkersRollouts?.length ?? 0) > 0,
  ],
  [
    "the roll-out of changes is confined to the window",
    ({ spec }) => spec.maintenance?.confineSpecUpdateRollout === true,
  ],
  [
    "an accepted change is not yet observed",
    ({ metadata, status }) => (metadata.generation ?? 0) > (status?.observedGeneration ?? Number.POSITIVE_INFINITY),
  ],
  [
    "an operation is requested for the next window",
    ({ metadata }) => metadata.annotations?.["maintenance.gardener.cloud/operation"] !== undefined,
  ],
  [
    "SSH keypair rotation under way",
    ({ status }) => {
      const ssh = status?.credentials?.rotation?.sshKeypair;
      return (ssh?.lastInitiationTime ?? "") > (ssh?.lastCompletionTime ?? "");
    },
  ],
  [
    "observability rotation under way",
    ({ status }) => {
      const observability = status?.credentials?.rotation?.observability;
      return (observability?.lastInitiationTime ?? "") > (observability?.lastCompletionTime ?? "");
    },
  ],
  ["automatic rotation is configured", ({ spec }) => spec.maintenance?.autoRotation !== undefined],
  [
    "the window crosses midnight",
    ({ spec }) => {
      const window = spec.maintenance?.timeWindow;
      return window != null && window.end < window.begin;
    },
  ],
  [
    "the window has an offset west of UTC",
    ({ spec }) => spec.maintenance?.timeWindow?.begin.endsWith("-0500") ?? false,
  ],
  ["automatic updates of Kubernetes are off", ({ spec }) => spec.maintenance?.autoUpdate?.kubernetesVersion === false],
  ["automatic updates of images are off", ({ spec }) => spec.maintenance?.autoUpdate?.machineImageVersion === false],
  ["a pool with its own Kubernetes version", (shoot) => pools(shoot).some(({ kubernetes }) => kubernetes?.version)],
  ...["gardenlinux", "suse-chost", "ubuntu", "flatcar", "ml-gardenlinux"].map(
    (name) => [`a pool runs ${name}`, usesImage(name)] as const,
  ),
  ["arm64 machines", (shoot) => pools(shoot).some(({ machine }) => machine.architecture === "arm64")],
  ["uses the project's own profile", ({ spec }) => spec.cloudProfile?.kind === "NamespacedCloudProfile"],
  ["runs a Kubernetes version that is in no profile", ({ spec }) => spec.kubernetes.version === "1.34.2"],
  ["names a SecretBinding", ({ spec }) => spec.secretBindingName !== undefined],
  ["self-hosted", (shoot) => pools(shoot).some(({ controlPlane }) => controlPlane !== undefined)],
  ...(["production", "infrastructure", "development", "evaluation", "testing"] as const).map(
    (purpose) => [`purpose ${purpose}`, ({ spec }: Shoot) => spec.purpose === purpose] as const,
  ),
  ["a condition type and status newer than this build", conditionIs("QuantumEntropyAvailable", "Degraded")],
  ["an operation type and state newer than this build", operationIs("Defragment", "Paused")],
  ["progress beyond 100 %", ({ status }) => (status?.lastOperation?.progress ?? 0) > 100],
  ["a rotation phase newer than this build", phaseIs("certificateAuthorities", "AwaitingNotary")],
  ["a time in the year 9999", ({ status }) => status?.lastOperation?.lastUpdateTime?.startsWith("9999-") ?? false],
  ...workloadTraits.map(
    (trait) => [`a workload with ${trait}`, (shoot: Shoot) => workloadTraitsOf(shoot).has(trait)] as const,
  ),
  ["nulls among the conditions", ({ status }) => status?.conditions?.includes(null) ?? false],
];

describe("the demo fleet shows every state", () => {
  it.each(states)("%s", (_state, present) => {
    expect(shoots.filter(present).map(({ metadata }) => metadata.name)).not.toEqual([]);
  });
});

it("has a cluster that no Seed takes, with the words that the scheduler has for it", () => {
  const waiting = shoots.filter(operationIs("Create", "Pending")).filter(isHandledByScheduler);
  expect(waiting.map(({ metadata }) => metadata.name)).toContain("arm-trial");
  for (const shoot of waiting) {
    const facts = { rules: newestRules, project: "sandbox", usage: countShootsBySeed(shoots) };
    const result = scheduleShoot(shoot, landscape.objects.filter(isSeed), facts);
    expect(result).toMatchObject({ outcome: "pending", text: shoot.status?.lastOperation?.description });
  }
});
