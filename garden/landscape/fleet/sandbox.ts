import {
  apiServerReady,
  infrastructureReady,
  workersGone,
  workersReady,
} from "#garden/gardener/controllers/flows/plan-flow.ts";
import { shootLocations } from "../plan/shoot-locations.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import { ignoredResources, rotationImpossible } from "../touches/findings.ts";
import {
  conditionFromTheFuture,
  fullOfNulls,
  operationFromTheFuture,
  rotationFromTheFuture,
  timesFromTheFuture,
} from "../touches/future.ts";
import {
  blockedByFinalizer,
  endsIn,
  ignoredShoot,
  newSchedules,
  notReportedSince,
  retriedInWindow,
  scheduledBy,
  sleepMissed,
  waitsForSeed,
} from "../touches/next-steps.ts";
import {
  deletionRequested,
  ended,
  failedOperation,
  justCreated,
  running,
  unschedulable,
} from "../touches/operation.ts";
import { hibernated, hibernationSchedule, unobserved } from "../touches/shoot-states.ts";
import { awsPool, azurePool, gcpPool, plansLike } from "./plans-like.ts";

const jonas = "jonas.vogel@harborline.example";
const ordinary = {
  ...shootLocations["aws-eu1"],
  createdBy: "pavel.novak@harborline.example",
  pools: [awsPool("default", { nodes: [1, 3] })],
};
const trial = plansLike({ ...ordinary, purpose: "development" });
const odd = plansLike({ ...ordinary, purpose: "testing" });
const gcpPools = [gcpPool("default", { nodes: [1, 3] })];
const canary = plansLike({ ...ordinary, ...shootLocations["gcp-canary"], purpose: "development", pools: gcpPools });
const seedNotReady =
  "Shoot cannot be reconciled on seed: condition SeedSystemComponentsHealthy is not True. Operation will be retried.";

export const sandbox: readonly ShootPlan[] = [
  // hibernated during each of its maintenance windows
  trial("workshop", "1.35.6", 41, {
    window: ["220000+0100", "230000+0100"],
    touches: [
      hibernationSchedule({ start: "0 18 * * *", end: "0 8 * * 1,2,3,4,5", location: "Europe/Berlin" }),
      hibernated(13),
      rotationImpossible(60 * 13),
    ],
  }),
  trial("hack-2026", "1.34.5", 33, {
    purpose: "testing",
    autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "48h0m0s" } } },
    touches: [hibernated(60 * 14)],
  }),
  trial("load-test", "1.36.1", 6, {
    purpose: "testing",
    touches: [deletionRequested(jonas, 4), running(workersGone, 1, { type: "Delete", waits: true })],
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
      unschedulable(
        "Failed to schedule Shoot: none of the 6 seeds is valid for scheduling (3 have another provider type, 2 have no free capacity, 1 is not visible)",
        12,
      ),
    ],
  }),
  trial("just-ordered", "1.35.6", 0.0003, { touches: [justCreated] }),
  trial("leaked-keys", "1.34.8", 58, {
    touches: [
      failedOperation("Deploying cloud provider account secret", 60 * 3, { code: "ERR_INFRA_UNAUTHENTICATED" }),
      retriedInWindow,
    ],
  }),
  trial("subnet-lab", "1.35.6", 20, {
    touches: [failedOperation(infrastructureReady, 3, { code: "ERR_RETRYABLE_INFRA_DEPENDENCIES" })],
  }),
  trial("webhook-lab", "1.35.6", 29, {
    touches: [failedOperation("Deploying shoot system resources", 60 * 8, { code: "ERR_PROBLEMATIC_WEBHOOK" })],
  }),
  trial("off-catalogue", "1.34.2", 270),
  canary("next-condition", "1.35.6", 60, { touches: [conditionFromTheFuture] }),
  canary("next-operation", "1.35.6", 55, { touches: [operationFromTheFuture, rotationFromTheFuture] }),
  canary("year-9999", "1.35.6", 50, { touches: [timesFromTheFuture] }),
  canary("half-written", "1.35.6", 45, { touches: [fullOfNulls] }),
  // Shoots that differ in what Gardener does next with them, if anything.
  odd("hands-off", "1.35.6", 44, { touches: [ignoredShoot] }),
  odd("no-word", "1.35.6", 70, {
    ...shootLocations["gcp-eu1"],
    seed: "gcp-eu2",
    pools: gcpPools,
    touches: [notReportedSince(22)],
  }),
  odd("shaky-floor", "1.35.6", 62, { seed: "aws-eu2", touches: [ended("Reconcile", "Error", seedNotReady, 35)] }),
  odd("cut-short", "1.35.6", 37, { touches: [ended("Reconcile", "Aborted", apiServerReady, 2)] }),
  odd("second-try", "1.35.6", 31, {
    touches: [failedOperation(workersReady, 95, { code: "ERR_INFRA_QUOTA_EXCEEDED" }), unobserved],
  }),
  odd("trial-run", "1.35.6", 13.2, { touches: [endsIn(19.2, "trial")] }),
  odd("late-sleeper", "1.35.6", 26, { touches: [sleepMissed(35)] }),
  odd("misspelt", "1.35.6", 48, {
    touches: [newSchedules({ start: "0 20 * * 1-5" }, { start: "at eight", end: "0 8 * * 1-5" })],
  }),
  odd("thirtieth", "1.35.6", 52, { touches: [newSchedules({ start: "0 0 30 2 *" })] }),
  odd("packed-up", "1.35.6", 81, { touches: [waitsForSeed("aws-us1", 50)] }),
  odd("not-let-go", "1.35.6", 75, {
    touches: [deletionRequested(jonas, 60 * 5), blockedByFinalizer("backup.harborline.example/archive", 60 * 4)],
  }),
  // on the seed whose gardenlet is one release behind
  odd("own-ways", "1.35.6", 40, {
    ...shootLocations["az-eu1"],
    pools: [azurePool("default", { nodes: [1, 3] })],
    touches: [ignoredResources(60 * 9)],
  }),
  odd("own-scheduler", "1.35.6", 0.1, { touches: [justCreated, scheduledBy("batch-scheduler")] }),
];
