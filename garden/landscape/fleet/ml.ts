import { infrastructureReadyTask } from "#garden/gardener/controllers/flows/plan-flow.ts";
import { shootLocations } from "../plan/shoot-locations.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import { controlPlaneProgressing } from "../touches/findings.ts";
import { failedOperation, runningOperation, shootInCreation } from "../touches/operation.ts";
import { rotationInPhase } from "../touches/rotation.ts";
import { hibernatedShoot, scheduledHibernation } from "../touches/shoot-states.ts";
import { withWorkload } from "../touches/workload.ts";
import { awsPool, createShootPlanFactory, gcpPool } from "./plans-like.ts";

const training = createShootPlanFactory({
  ...shootLocations["gcp-eu1"],
  purpose: "production",
  profile: { kind: "NamespacedCloudProfile", name: "ml-gpu" },
  createdBy: "aisha.rahman@harborline.example",
});

const gpuImage = { image: ["ml-gardenlinux", "1877.6.1"] } as const;

export const mlShootPlans: readonly ShootPlan[] = [
  // the project's own profile sets a later expiration of 1.33.12 than gcp
  training("training", "1.33.12", 360, {
    pools: [
      gcpPool("a3", { machine: "a3-highgpu-8g", image: ["ml-gardenlinux", "1877.3.4"], nodes: [0, 16] }),
      gcpPool("system"),
    ],
    touches: [
      rotationInPhase("certificateAuthorities", {
        phase: "PreparingWithoutWorkersRollout",
        days: 0.02,
        pools: ["a3", "system"],
      }),
      runningOperation("Deploying Kubernetes API server", 3, { waits: true }),
    ],
  }),
  training("serving-eu", "1.35.6", 290, {
    pools: [gcpPool("inference", { machine: "g2-standard-24", ...gpuImage, nodes: [4, 24] })],
    touches: [controlPlaneProgressing(1), withWorkload("api-certificate")],
  }),
  training("serving-us", "1.33.12", 270, {
    ...shootLocations["aws-us1"],
    profile: { kind: "CloudProfile", name: "aws" },
    window: ["235500-0500", "005500-0500"],
    pools: [
      awsPool("inference", { machine: "g5.2xlarge", nodes: [4, 24] }),
      awsPool("legacy", { image: ["gardenlinux", "1443.20.0"], kubernetes: "1.32.12" }),
    ],
    autoUpdate: { kubernetes: false, images: false },
    touches: [
      rotationInPhase("serviceAccountKey", { phase: "Completing", days: 12 }),
      failedOperation("Waiting until extension resources handled after workers are ready", 4, { retryingHours: 5 }),
    ],
  }),
  training("forecasting", "1.35.6", 140, {
    pools: [gcpPool("default", { ...gpuImage, nodes: [2, 6] })],
    touches: [failedOperation(infrastructureReadyTask, 60 * 5, { code: "ERR_INFRA_UNAUTHORIZED" })],
  }),
  training("feature-store", "1.35.3", 122, {
    purpose: "development",
    pools: [gcpPool("default", { nodes: [1, 4] })],
    touches: [
      scheduledHibernation({ start: "0 19 * * 1,2,3,4,5", end: "0 7 * * 1,2,3,4,5", location: "Europe/Berlin" }),
      hibernatedShoot(9),
    ],
  }),
  training("recsys-trial", "1.35.6", 0.004, {
    purpose: "evaluation",
    pools: [gcpPool("default", { ...gpuImage, nodes: [1, 3] })],
    touches: [shootInCreation(3)],
  }),
];
