import { workersReadyTask } from "#garden/gardener/controllers/flows/plan-flow.ts";
import { shootLocations } from "../plan/shoot-locations.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import {
  apiServerDown,
  nodeLost,
  nodesMissing,
  nodesNotReady,
  nodesRollingOut,
  prometheusDown,
} from "../touches/findings.ts";
import { failedOperation, runningOperation } from "../touches/operation.ts";
import { oneStepRotationRunning, rotationInPhase } from "../touches/rotation.ts";
import { annotatedShoot, succeededMaintenance } from "../touches/shoot-states.ts";
import { withWorkload } from "../touches/workload.ts";
import { awsPool, azurePool, createShootPlanFactory, gcpPool } from "./plans-like.ts";

const storefront = createShootPlanFactory({
  ...shootLocations["aws-eu1"],
  region: "eu-west-1",
  purpose: "production",
  createdBy: "mei.tanaka@harborline.example",
  highAvailability: "node",
});

export const shopShootPlans: readonly ShootPlan[] = [
  storefront("storefront-eu", "1.34.9", 730, {
    pools: [awsPool("web", { nodes: [9, 40] }), awsPool("edge", { machine: "m7g.2xlarge", architecture: "arm64" })],
    autoRotation: {
      credentials: { sshKeypair: { rotationPeriod: "168h0m0s" }, etcdEncryptionKey: { rotationPeriod: "672h0m0s" } },
    },
    touches: [
      succeededMaintenance(
        'All maintenance operations successful. Worker pool "web": Updated machine image "gardenlinux" from "1877.3.0" to "1877.6.0". Reason: Automatic update of the machine image version is configured (image update strategy: minor), Credentials "rotate-ssh-keypair": SSH keypair rotation started. Reason: Automatic rotation of SSH keypair configured',
        15,
      ),
    ],
  }),
  storefront("storefront-us", "1.34.5", 699, {
    ...shootLocations["aws-us1"],
    window: ["030000-0500", "040000-0500"],
    pools: [awsPool("web", { image: ["gardenlinux", "1877.3.0"], nodes: [6, 30] })],
    touches: [withWorkload("local-data", "not-evictable")],
  }),
  storefront("storefront-apac", "1.33.9", 512, {
    region: "ap-southeast-2",
    window: ["020000+1000", "040000+1000"],
    autoUpdate: { kubernetes: false, images: true },
    pools: [awsPool("web", { image: ["suse-chost", "15.5.20250730"], nodes: [4, 12] })],
    touches: [nodesNotReady("web", 42)],
  }),
  storefront("checkout", "1.34.9", 590, {
    pools: [awsPool("default", { nodes: [6, 18] })],
    touches: [
      nodesRollingOut("default", 6),
      runningOperation(workersReadyTask, 2, { waits: true }),
      rotationInPhase("serviceAccountKey", { phase: "Preparing", days: 0.01 }),
    ],
  }),
  storefront("search", "1.35.6", 388, {
    ...shootLocations["gcp-eu1"],
    pools: [gcpPool("index", { machine: "n2-highmem-16", nodes: [3, 9] }), gcpPool("query")],
    touches: [nodesMissing("index", 95, ["ERR_INFRA_RESOURCES_DEPLETED"]), withWorkload("pods-waiting")],
  }),
  storefront("catalogue", "1.35.1", 266, {
    pools: [awsPool("default"), awsPool("import", { nodes: [0, 4] })],
    touches: [
      failedOperation(workersReadyTask, 9, { code: "ERR_INFRA_RESOURCES_DEPLETED", retryingHours: 3 }),
      withWorkload("certificate-ended"),
    ],
  }),
  storefront("images", "1.34.8", 340, {
    pools: [awsPool("default", { image: ["ubuntu", "24.4.20260722"] })],
    touches: [prometheusDown(190), nodeLost("default", 180), withWorkload("budgets-overlap")],
  }),
  storefront("loyalty", "1.34.6", 430, {
    ...shootLocations["az-eu1"],
    region: "northeurope",
    pools: [azurePool("default", { image: ["gardenlinux", "1877.3.0"] })],
    touches: [
      oneStepRotationRunning("observability", 4),
      annotatedShoot("maintenance.gardener.cloud/operation", "rotate-ssh-keypair"),
      withWorkload("webhook-certificate"),
    ],
  }),
  storefront("storefront-stage", "1.35.6", 400, {
    purpose: "evaluation",
    pools: [awsPool("web", { nodes: [2, 6] })],
    touches: [apiServerDown(3)],
  }),
  storefront("preview-apps", "1.34.9", 150, {
    purpose: "development",
    pools: [awsPool("default", { nodes: [1, 10] })],
    touches: [withWorkload("pod-alone", "one-replica")],
  }),
];
