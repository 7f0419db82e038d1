import type { ProjectFleet, ShootPlan } from "../plan/shoot-plan.ts";
import { controlPlaneChecking } from "../touches/findings.ts";
import { creating, failed, running } from "../touches/operation.ts";
import { rotation } from "../touches/rotation.ts";
import { hibernated, hibernationSchedule } from "../touches/standing.ts";
import { awsPool, gcpPool } from "./pools.ts";

const gpuProfile = { kind: "NamespacedCloudProfile", name: "ml-gpu" };
const training = {
  purpose: "production",
  provider: "gcp",
  region: "europe-west3",
  seed: "gcp-eu1",
  profile: gpuProfile,
  createdBy: "aisha.rahman@harborline.example",
} as const satisfies Partial<ShootPlan>;

const gpuImage = { image: ["ml-gardenlinux", "1877.6.1"] } as const;

const shoots: readonly ShootPlan[] = [
  {
    // the project's own profile gives 1.33.12 more time than gcp does
    ...training,
    name: "training",
    kubernetes: "1.33.12",
    ageDays: 360,
    pools: [
      gcpPool("a3", { machine: "a3-highgpu-8g", image: ["ml-gardenlinux", "1877.3.4"], nodes: [0, 16] }),
      gcpPool("system"),
    ],
    touches: [
      rotation("certificateAuthorities", {
        phase: "PreparingWithoutWorkersRollout",
        days: 0.02,
        pools: ["a3", "system"],
      }),
      running({
        task: "Deploying Kubernetes API server",
        minutes: 3,
        waits: true,
      }),
    ],
  },
  {
    ...training,
    name: "serving-eu",
    kubernetes: "1.35.6",
    ageDays: 290,
    pools: [gcpPool("inference", { machine: "g2-standard-24", ...gpuImage, nodes: [4, 24] })],
    touches: [controlPlaneChecking(1)],
  },
  {
    ...training,
    name: "serving-us",
    provider: "aws",
    profile: { kind: "CloudProfile", name: "aws" },
    region: "us-east-1",
    seed: "aws-us1",
    kubernetes: "1.33.12",
    ageDays: 270,
    window: ["235500-0500", "005500-0500"],
    pools: [
      awsPool("inference", { machine: "g5.2xlarge", nodes: [4, 24] }),
      awsPool("legacy", { image: ["gardenlinux", "1443.20.0"], kubernetes: "1.32.12" }),
    ],
    autoUpdate: { kubernetes: false, images: false },
    touches: [
      rotation("serviceAccountKey", { phase: "Completing", days: 12 }),
      failed({
        task: "Waiting until extension resources handled after workers are ready",
        minutes: 4,
        retryingHours: 5,
      }),
    ],
  },
  {
    ...training,
    name: "forecasting",
    kubernetes: "1.35.6",
    ageDays: 140,
    pools: [gcpPool("default", { ...gpuImage, nodes: [2, 6] })],
    touches: [
      failed({
        task: "Waiting until Shoot infrastructure has been reconciled",
        code: "ERR_INFRA_UNAUTHORIZED",
        minutes: 60 * 5,
      }),
    ],
  },
  {
    ...training,
    name: "feature-store",
    purpose: "development",
    kubernetes: "1.35.3",
    ageDays: 122,
    pools: [gcpPool("default", { nodes: [1, 4] })],
    touches: [
      hibernationSchedule({ start: "0 19 * * 1,2,3,4,5", end: "0 7 * * 1,2,3,4,5", location: "Europe/Berlin" }),
      hibernated(9),
    ],
  },
  {
    ...training,
    name: "recsys-trial",
    purpose: "evaluation",
    kubernetes: "1.35.6",
    ageDays: 0.004,
    pools: [gcpPool("default", { ...gpuImage, nodes: [1, 3] })],
    touches: [
      creating({
        task: "Waiting until Shoot infrastructure has been reconciled",
        minutes: 3,
        waits: true,
      }),
    ],
  },
];

export const mlFleet: ProjectFleet = { project: "ml", namespace: "garden-ml", shoots };
