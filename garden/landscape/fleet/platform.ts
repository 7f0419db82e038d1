import { apiServerReadyTask, infrastructureReadyTask } from "#garden/gardener/controllers/flows/plan-flow.ts";
import { shootLocations } from "../plan/shoot-locations.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import { endedOperation, failedOperation, runningOperation } from "../touches/operation.ts";
import { neverRotatedCredentials, oneStepRotationRunning, rotationInPhase } from "../touches/rotation.ts";
import {
  annotatedShoot,
  dualStackNetworks,
  hibernatedShoot,
  shootWakingUp,
  unobservedChange,
} from "../touches/shoot-states.ts";
import { encryptedResources, withWorkload } from "../touches/workload.ts";
import { awsPool, azurePool, createShootPlanFactory } from "./plans-like.ts";

const shared = createShootPlanFactory({
  ...shootLocations["aws-eu1"],
  purpose: "development",
  createdBy: "kofi.asante@harborline.example",
});

export const platformShootPlans: readonly ShootPlan[] = [
  shared("ci", "1.35.6", 1100, {
    pools: [awsPool("runners", { nodes: [4, 80] }), awsPool("system")],
    touches: [
      rotationInPhase("certificateAuthorities", { phase: "Preparing", days: 0.03 }),
      rotationInPhase("serviceAccountKey", { phase: "PreparingWithoutWorkersRollout", days: 0.03, pools: ["runners"] }),
      runningOperation("Deploying CoreDNS system component", 2),
    ],
  }),
  shared("registry", "1.34.9", 1050, {
    pools: [awsPool("default")],
    touches: [dualStackNetworks, oneStepRotationRunning("sshKeypair", 3), withWorkload("webhook-slow")],
  }),
  shared("observability", "1.33.13", 980, {
    binding: "secret",
    pools: [awsPool("default", { machine: "r6i.4xlarge", image: ["suse-chost", "15.6.20260218"] })],
    touches: [
      rotationInPhase("certificateAuthorities", { phase: "Completing", days: 31 }),
      rotationInPhase("serviceAccountKey", { phase: "Prepared", days: 31 }),
      rotationInPhase("etcdEncryptionKey", { phase: "Prepared", days: 31, autoComplete: false }),
      runningOperation(apiServerReadyTask, 4, { waits: true }),
    ],
  }),
  shared("identity", "1.34.9", 520, {
    ...shootLocations["az-eu1"],
    purpose: "production",
    highAvailability: "zone",
    window: ["000000+0000", "013000+0000"],
    pools: [azurePool("default")],
    touches: [withWorkload("webhook-url"), encryptedResources("configmaps", "deployments.apps")],
  }),
  shared("dns-edge", "1.36.1", 410, {
    ...shootLocations["az-eu1"],
    region: "eastus",
    purpose: "production",
    pools: [azurePool("default", { image: ["gardenlinux", "1877.3.0"] })],
    touches: [failedOperation(infrastructureReadyTask, 60 * 26, { code: "ERR_CONFIGURATION_PROBLEM" })],
  }),
  shared("policy-hub", "1.34.9", 77, { pools: [], touches: [neverRotatedCredentials] }),
  shared("build-cache", "1.34.8", 300, {
    pools: [awsPool("default", { nodes: [1, 5] })],
    autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "12h0m0s" } } },
    touches: [
      hibernatedShoot(60),
      shootWakingUp,
      runningOperation("Deploying Kubernetes API server", 2, { waits: true }),
    ],
  }),
  // the Seed was changed, and the migration was aborted because the owner check failed
  shared("repo-mirror", "1.34.9", 610, {
    seed: "gcp-canary",
    pools: [awsPool("default")],
    touches: [
      endedOperation(
        "Migrate",
        "Aborted",
        "Preparation of Shoot cluster for migration was aborted: owner check failed.",
        18,
      ),
    ],
  }),
  shared("docs", "1.35.6", 95, {
    purpose: "evaluation",
    seed: "gcp-canary",
    pools: [awsPool("default", { nodes: [1, 2] })],
    touches: [
      unobservedChange,
      annotatedShoot("gardener.cloud/operation", "rotate-observability-credentials"),
      withWorkload("budget-unobserved"),
    ],
  }),
];
