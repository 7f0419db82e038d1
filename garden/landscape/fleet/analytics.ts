import { infrastructureReadyTask } from "#garden/gardener/controllers/flows/plan-flow.ts";
import { shootLocations } from "../plan/shoot-locations.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import { coreDnsUnhealthy, managedResourcesIgnored } from "../touches/findings.ts";
import { failedOperation, retryingOperation, runningOperation } from "../touches/operation.ts";
import { rotationInPhase } from "../touches/rotation.ts";
import { withWorkload } from "../touches/workload.ts";
import { azurePool, createShootPlanFactory, gcpPool } from "./plans-like.ts";

const lake = createShootPlanFactory({
  ...shootLocations["gcp-eu1"],
  purpose: "production",
  createdBy: "pavel.novak@harborline.example",
  window: ["040000+0100", "060000+0100"],
});

export const analyticsShootPlans: readonly ShootPlan[] = [
  // the CloudProfile has no 1.34, so there is no upgrade path when 1.33.12 expires
  lake("lake-prod", "1.33.12", 740, {
    pools: [gcpPool("spark", { machine: "n2-highmem-16", nodes: [8, 60] }), gcpPool("services")],
    touches: [withWorkload("zonal-volumes")],
  }),
  lake("lake-stage", "1.33.10", 650, {
    purpose: "evaluation",
    pools: [gcpPool("spark", { image: ["ubuntu", "22.4.20260110"], nodes: [2, 10] })],
    touches: [coreDnsUnhealthy(26)],
  }),
  // the only version above 1.35 is a preview, which maintenance never installs
  lake("reporting", "1.35.3", 330, {
    pools: [gcpPool("default", { image: ["ubuntu", "22.4.20260918"] })],
    touches: [withWorkload("job-running")],
  }),
  lake("event-stream", "1.35.6", 421, {
    pools: [gcpPool("brokers", { nodes: [5, 5] }), gcpPool("connect"), gcpPool("schema", { nodes: [2, 2] })],
    touches: [
      rotationInPhase("certificateAuthorities", {
        phase: "WaitingForWorkersRollout",
        days: 9,
        pools: ["brokers", "schema"],
      }),
      rotationInPhase("serviceAccountKey", {
        phase: "WaitingForWorkersRollout",
        days: 9,
        pools: ["brokers", "schema"],
      }),
      withWorkload("local-volume"),
    ],
  }),
  lake("dwh-sql", "1.33.8", 598, {
    ...shootLocations["az-eu1"],
    autoUpdate: { kubernetes: false, images: true },
    pools: [azurePool("default", { machine: "Standard_E16s_v5", image: ["gardenlinux", "1592.14.0"] })],
    touches: [failedOperation(infrastructureReadyTask, 6, { code: "ERR_INFRA_RATE_LIMITS_EXCEEDED" })],
  }),
  lake("notebooks", "1.35.6", 200, {
    purpose: "development",
    pools: [gcpPool("default", { nodes: [1, 12] })],
    touches: [
      retryingOperation(
        "Deploying shoot control plane components",
        failedOperation("Waiting until shoot control plane has been reconciled", 11),
      ),
      managedResourcesIgnored(60 * 50),
      withWorkload("volume-elsewhere"),
    ],
  }),
  lake("cdc-pipeline", "1.34.9", 260, {
    ...shootLocations["az-eu1"],
    pools: [azurePool("default"), azurePool("arm", { machine: "Standard_D4ps_v5", architecture: "arm64" })],
    touches: [
      rotationInPhase("etcdEncryptionKey", { phase: "Completing", days: 0.02, autoComplete: true }),
      runningOperation("Deploying shoot system resources", 1),
    ],
  }),
  lake("archive", "1.35.2", 180, {
    ...shootLocations["az-eu1"],
    pools: [azurePool("default", { image: ["ubuntu", "22.4.20260918"], nodes: [1, 3] })],
    touches: [withWorkload("api-unavailable", "budget-never", "webhook-dead")],
  }),
];
