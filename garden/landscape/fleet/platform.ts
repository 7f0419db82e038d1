import type { ProjectFleet, ShootPlan } from "../plan/shoot-plan.ts";
import { ended, failed, running } from "../touches/operation.ts";
import { neverRotated, oneStepRunning, rotation } from "../touches/rotation.ts";
import { annotated, hibernated, unobserved, wakingUp } from "../touches/standing.ts";
import { awsPool, azurePool } from "./pools.ts";

const shared = {
  purpose: "development",
  provider: "aws",
  region: "eu-central-1",
  seed: "aws-eu1",
  createdBy: "kofi.asante@harborline.example",
} as const satisfies Partial<ShootPlan>;

const shoots: readonly ShootPlan[] = [
  {
    ...shared,
    name: "ci",
    kubernetes: "1.35.6",
    ageDays: 1100,
    pools: [awsPool("runners", { nodes: [4, 80] }), awsPool("system")],
    touches: [
      rotation("certificateAuthorities", { phase: "Preparing", days: 0.03 }),
      rotation("serviceAccountKey", { phase: "PreparingWithoutWorkersRollout", days: 0.03, pools: ["runners"] }),
      running({
        task: "Deploying CoreDNS system component",
        minutes: 2,
      }),
    ],
  },
  {
    ...shared,
    name: "registry",
    kubernetes: "1.34.9",
    ageDays: 1050,
    pools: [awsPool("default")],
    touches: [oneStepRunning("sshKeypair", 3)],
  },
  {
    ...shared,
    name: "observability",
    kubernetes: "1.33.13",
    ageDays: 980,
    binding: "secret",
    pools: [awsPool("default", { machine: "r6i.4xlarge", image: ["suse-chost", "15.6.20260218"] })],
    touches: [
      rotation("certificateAuthorities", { phase: "Completing", days: 31 }),
      rotation("serviceAccountKey", { phase: "Prepared", days: 31 }),
      rotation("etcdEncryptionKey", { phase: "Prepared", days: 31, autoComplete: false }),
      running({
        task: "Waiting until Kubernetes API server rolled out",
        minutes: 4,
        waits: true,
      }),
    ],
  },
  {
    ...shared,
    name: "identity",
    provider: "azure",
    region: "westeurope",
    seed: "az-eu1",
    purpose: "production",
    kubernetes: "1.34.9",
    ageDays: 520,
    highAvailability: "zone",
    window: ["000000+0000", "013000+0000"],
    pools: [azurePool("default")],
  },
  {
    ...shared,
    name: "dns-edge",
    provider: "azure",
    region: "eastus",
    seed: "az-eu1",
    purpose: "production",
    kubernetes: "1.36.1",
    ageDays: 410,
    pools: [azurePool("default", { image: ["gardenlinux", "1877.3.0"] })],
    touches: [
      failed({
        task: "Waiting until Shoot infrastructure has been reconciled",
        code: "ERR_CONFIGURATION_PROBLEM",
        minutes: 60 * 26,
      }),
    ],
  },
  {
    ...shared,
    name: "policy-hub",
    kubernetes: "1.34.9",
    ageDays: 77,
    pools: [],
    touches: [neverRotated],
  },
  {
    ...shared,
    name: "build-cache",
    kubernetes: "1.34.8",
    ageDays: 300,
    pools: [awsPool("default", { nodes: [1, 5] })],
    autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "12h0m0s" } } },
    touches: [
      hibernated(60),
      wakingUp,
      running({
        task: "Deploying Kubernetes API server",
        minutes: 2,
        waits: true,
      }),
    ],
  },
  {
    // the seed was changed, the owner check was lost on the way
    ...shared,
    name: "repo-mirror",
    kubernetes: "1.34.9",
    ageDays: 610,
    seed: "gcp-canary",
    pools: [awsPool("default")],
    touches: [
      ended("Migrate", "Aborted", "Preparation of Shoot cluster for migration was aborted: owner check failed.", 18),
    ],
  },
  {
    ...shared,
    name: "docs",
    purpose: "evaluation",
    kubernetes: "1.35.6",
    ageDays: 95,
    seed: "gcp-canary",
    pools: [awsPool("default", { nodes: [1, 2] })],
    touches: [unobserved, annotated("gardener.cloud/operation", "rotate-observability-credentials")],
  },
];

export const platformFleet: ProjectFleet = { project: "platform", namespace: "garden-platform", shoots };
