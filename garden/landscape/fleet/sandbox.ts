import {
  apiServerReadyTask,
  backupHandoverTask,
  infrastructureReadyTask,
  workersGoneTask,
  workersReadyTask,
} from "#garden/gardener/controllers/flows/plan-flow.ts";
import { shootLocations } from "../plan/shoot-locations.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import { automaticRotationImpossible, managedResourcesIgnored } from "../touches/findings.ts";
import {
  nullStatusFields,
  timestampsInYear9999,
  unknownConditionTypes,
  unknownOperationType,
  unknownRotationPhase,
} from "../touches/future.ts";
import {
  deletionBlockedByFinalizer,
  expiringShoot,
  ignoredShoot,
  migrationThatFails,
  migrationWaitingForSeed,
  missedHibernation,
  newHibernationSchedules,
  otherSchedulerShoot,
  retryInMaintenanceWindow,
  silentGardenletShoot,
} from "../touches/next-steps.ts";
import {
  deletionRequested,
  endedOperation,
  failedOperation,
  justCreatedShoot,
  runningOperation,
  unschedulableShoot,
} from "../touches/operation.ts";
import { hibernatedShoot, scheduledHibernation, unobservedChange } from "../touches/shoot-states.ts";
import { withoutSurge, withWorkload } from "../touches/workload.ts";
import { awsPool, azurePool, createShootPlanFactory, gcpPool } from "./plans-like.ts";

const jonas = "jonas.vogel@harborline.example";
const ordinary = {
  ...shootLocations["aws-eu1"],
  createdBy: "pavel.novak@harborline.example",
  pools: [awsPool("default", { nodes: [1, 3] })],
};
const trial = createShootPlanFactory({ ...ordinary, purpose: "development" });
const odd = createShootPlanFactory({ ...ordinary, purpose: "testing" });
const gcpPools = [gcpPool("default", { nodes: [1, 3] })];
const canary = createShootPlanFactory({
  ...ordinary,
  ...shootLocations["gcp-canary"],
  purpose: "development",
  pools: gcpPools,
});
const seedNotReady =
  "Shoot cannot be reconciled on seed: condition SeedSystemComponentsHealthy is not True. Operation will be retried.";

export const sandboxShootPlans: readonly ShootPlan[] = [
  // the Shoot is hibernated during each of its maintenance windows
  trial("workshop", "1.35.6", 41, {
    window: ["220000+0100", "230000+0100"],
    touches: [
      scheduledHibernation({ start: "0 18 * * *", end: "0 8 * * 1,2,3,4,5", location: "Europe/Berlin" }),
      hibernatedShoot(13),
      automaticRotationImpossible(60 * 13),
    ],
  }),
  trial("hack-2026", "1.34.5", 33, {
    purpose: "testing",
    autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "48h0m0s" } } },
    touches: [hibernatedShoot(60 * 14)],
  }),
  trial("load-test", "1.36.1", 6, {
    purpose: "testing",
    touches: [deletionRequested(jonas, 4), runningOperation(workersGoneTask, 1, { type: "Delete", waits: true })],
  }),
  trial("old-demo", "1.32.12", 401, {
    touches: [
      deletionRequested(jonas, 60 * 30),
      failedOperation("Cleaning Kubernetes resources", 14, {
        type: "Delete",
        code: "ERR_CLEANUP_CLUSTER_RESOURCES",
        retryingHours: 9,
      }),
    ],
  }),
  trial("vpc-peering", "1.34.9", 90, {
    touches: [
      deletionRequested(jonas, 60 * 52),
      failedOperation("Waiting until shoot infrastructure has been deleted", 60 * 50, {
        type: "Delete",
        code: "ERR_INFRA_DEPENDENCIES",
      }),
    ],
  }),
  trial("arm-trial", "1.35.6", 0.2, {
    pools: [awsPool("default", { machine: "m7g.xlarge", architecture: "arm64", nodes: [1, 2] })],
    touches: [
      unschedulableShoot(
        "Failed to schedule Shoot: none out of the 9 seeds has the matching labels required by seed selector of 'Shoot' (selector: 'seed.gardener.cloud/architecture=arm64')",
        12,
        { matchLabels: { "seed.gardener.cloud/architecture": "arm64" } },
      ),
    ],
  }),
  trial("just-ordered", "1.35.6", 0.0003, { touches: [justCreatedShoot] }),
  trial("leaked-keys", "1.34.8", 58, {
    touches: [
      failedOperation("Deploying cloud provider account secret", 60 * 3, { code: "ERR_INFRA_UNAUTHENTICATED" }),
      retryInMaintenanceWindow,
    ],
  }),
  trial("subnet-lab", "1.35.6", 20, {
    touches: [failedOperation(infrastructureReadyTask, 3, { code: "ERR_RETRYABLE_INFRA_DEPENDENCIES" })],
  }),
  trial("webhook-lab", "1.35.6", 29, {
    touches: [failedOperation("Deploying shoot system resources", 60 * 8, { code: "ERR_PROBLEMATIC_WEBHOOK" })],
  }),
  // a move to another Seed does not succeed
  trial("off-catalogue", "1.34.2", 270, { touches: [migrationThatFails(backupHandoverTask)] }),
  canary("next-condition", "1.35.6", 60, { touches: [unknownConditionTypes] }),
  canary("next-operation", "1.35.6", 55, { touches: [unknownOperationType, unknownRotationPhase] }),
  canary("year-9999", "1.35.6", 50, { touches: [timestampsInYear9999] }),
  canary("half-written", "1.35.6", 45, { touches: [nullStatusFields] }),
  // Shoots that differ in what Gardener will do next
  odd("hands-off", "1.35.6", 44, { touches: [ignoredShoot] }),
  odd("no-word", "1.35.6", 70, {
    ...shootLocations["gcp-eu1"],
    seed: "gcp-eu2",
    pools: gcpPools,
    touches: [silentGardenletShoot(22)],
  }),
  odd("shaky-floor", "1.35.6", 62, {
    seed: "aws-eu2",
    touches: [endedOperation("Reconcile", "Error", seedNotReady, 35), withoutSurge, withWorkload("zonal-volumes")],
  }),
  odd("cut-short", "1.35.6", 37, { touches: [endedOperation("Reconcile", "Aborted", apiServerReadyTask, 2)] }),
  odd("second-try", "1.35.6", 31, {
    touches: [failedOperation(workersReadyTask, 95, { code: "ERR_INFRA_QUOTA_EXCEEDED" }), unobservedChange],
  }),
  odd("trial-run", "1.35.6", 13.2, { touches: [expiringShoot(19.2, "trial")] }),
  odd("late-sleeper", "1.35.6", 26, { touches: [missedHibernation(35)] }),
  odd("misspelt", "1.35.6", 48, {
    touches: [newHibernationSchedules({ start: "0 20 * * 1-5" }, { start: "at eight", end: "0 8 * * 1-5" })],
  }),
  odd("thirtieth", "1.35.6", 52, { touches: [newHibernationSchedules({ start: "0 0 30 2 *" })] }),
  odd("packed-up", "1.35.6", 81, { touches: [migrationWaitingForSeed("aws-us1", 50)] }),
  odd("not-let-go", "1.35.6", 75, {
    touches: [
      deletionRequested(jonas, 60 * 5),
      deletionBlockedByFinalizer("backup.harborline.example/archive", 60 * 4),
    ],
  }),
  // a Shoot on the Seed whose gardenlet is one release older
  odd("own-ways", "1.35.6", 40, {
    ...shootLocations["az-eu1"],
    pools: [azurePool("default", { nodes: [1, 3] })],
    touches: [managedResourcesIgnored(60 * 9)],
  }),
  odd("own-scheduler", "1.35.6", 0.1, { touches: [justCreatedShoot, otherSchedulerShoot("batch-scheduler")] }),
];
