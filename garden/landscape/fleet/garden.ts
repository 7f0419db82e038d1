import { infrastructureReadyTask } from "#garden/gardener/controllers/flows/plan-flow.ts";
import { shootLocations } from "../plan/shoot-locations.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import { withFailingCondition } from "../touches/findings.ts";
import { ignoredShoot } from "../touches/next-steps.ts";
import { endedOperation, failedOperation, runningOperation, skippedShoot } from "../touches/operation.ts";
import { selfHostedShoot, unobservedChange } from "../touches/shoot-states.ts";
import { awsPool, createShootPlanFactory, gcpPool, openstackPool } from "./plans-like.ts";

const managedSeed = createShootPlanFactory({
  ...shootLocations["gcp-eu1"],
  purpose: "infrastructure",
  createdBy: "olga.brandt@harborline.example",
  highAvailability: "zone",
});

export const gardenShootPlans: readonly ShootPlan[] = [
  managedSeed("aws-eu1", "1.34.9", 980, {
    provider: "aws",
    region: "eu-central-1",
    seed: "gcp-eu1",
    pools: [awsPool("default", { machine: "m6i.2xlarge", nodes: [9, 60] })],
  }),
  // the conditions of a ManagedSeed are copied to its Shoot
  managedSeed("aws-us1", "1.34.8", 702, {
    ...shootLocations["aws-eu1"],
    region: "us-east-1",
    pools: [awsPool("default", { machine: "m6i.2xlarge", image: ["gardenlinux", "1877.3.0"], nodes: [6, 40] })],
    touches: [
      withFailingCondition({
        type: "BackupBucketsReady",
        status: "False",
        reason: "BackupBucketsError",
        message: "The following BackupBuckets have issues: aws-us1--4f1c: access denied while listing objects",
        minutes: 420,
      }),
      withFailingCondition({
        type: "GardenletReady",
        status: "Unknown",
        reason: "SeedMonitorGracePeriodExceeded",
        message: "Gardenlet stopped posting seed status.",
        minutes: 11,
      }),
    ],
  }),
  managedSeed("ops-tools", "1.35.6", 230, { pools: [gcpPool("default")], touches: [skippedShoot] }),
  // ignored by annotation while its last operation had failed; its spec was changed later
  managedSeed("ops-archive", "1.35.3", 410, {
    highAvailability: "node",
    pools: [gcpPool("default")],
    touches: [
      failedOperation(infrastructureReadyTask, 60 * 30, { code: "ERR_RETRYABLE_INFRA_DEPENDENCIES" }),
      unobservedChange,
      ignoredShoot,
    ],
  }),
  // self-hosted: its control plane runs on its own node, not on a seed
  {
    ...shootLocations["os-south1"],
    name: "edge-gateway",
    purpose: "infrastructure",
    createdBy: "kofi.asante@harborline.example",
    kubernetes: "1.34.8",
    ageDays: 35,
    pools: [openstackPool("control", { nodes: [1, 1] }), openstackPool("default")],
    touches: [selfHostedShoot("control")],
  },
  managedSeed("moving-house", "1.35.6", 140, {
    highAvailability: "node",
    ...shootLocations["gcp-canary"],
    pools: [gcpPool("default")],
    touches: [runningOperation("Persisting ShootState in garden cluster", 6, { type: "Migrate" })],
  }),
  managedSeed("restored", "1.35.6", 160, {
    highAvailability: "node",
    ...shootLocations["gcp-canary"],
    pools: [gcpPool("default")],
    touches: [
      endedOperation(
        "Restore",
        "Error",
        "Restoration of Shoot cluster is waiting for the backup entry. Operation will be retried.",
        9,
      ),
    ],
  }),
];
