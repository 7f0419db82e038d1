import { workersReadyTask } from "#garden/gardener/controllers/flows/plan-flow.ts";
import { shootLocations } from "../plan/shoot-locations.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import { caExpiring, etcdUnhealthy, problematicWebhook, tunnelBroken } from "../touches/findings.ts";
import { changeWaitingForWindow } from "../touches/next-steps.ts";
import { failedOperation, rolloutConfinedToWindow } from "../touches/operation.ts";
import { rotationInPhase } from "../touches/rotation.ts";
import { shootAppliedWithKubectl, succeededMaintenance } from "../touches/shoot-states.ts";
import { withWorkload } from "../touches/workload.ts";
import { awsPool, createShootPlanFactory } from "./plans-like.ts";

const production = createShootPlanFactory({
  ...shootLocations["aws-eu1"],
  purpose: "production",
  createdBy: "ines.caldeira@harborline.example",
  highAvailability: "zone",
  autoUpdate: { kubernetes: false, images: false },
  window: ["010000+0100", "030000+0100"],
});

export const paymentsShootPlans: readonly ShootPlan[] = [
  production("ledger-eu", "1.34.9", 812, {
    pools: [awsPool("core", { machine: "r6i.4xlarge", nodes: [6, 12] }), awsPool("batch", { nodes: [0, 8] })],
    touches: [shootAppliedWithKubectl, succeededMaintenance("All maintenance operations successful.", 33)],
  }),
  // the last 1.32 patch expires today, so the next maintenance forces the minor update although auto-update is off
  production("ledger-us", "1.32.14", 1010, {
    ...shootLocations["aws-us1"],
    binding: "secret",
    window: ["233000-0500", "013000-0500"],
    pools: [awsPool("core", { machine: "r6i.4xlarge", image: ["gardenlinux", "1592.9.0"], nodes: [6, 12] })],
    touches: [caExpiring(60 * 24 * 19), withWorkload("budget-never", "webhook-dead")],
  }),
  production("acquiring", "1.33.13", 640, {
    pools: [
      awsPool("pci", {
        containerRuntime: "gvisor",
        taints: [{ key: "harborline.example/zone", value: "pci", effect: "NoSchedule" }],
      }),
      awsPool("default", { kubernetes: "1.32.14" }),
    ],
    touches: [rotationInPhase("certificateAuthorities", { phase: "Prepared", days: 23 }), withWorkload("removed-api")],
  }),
  // accepted spec changes wait for the maintenance window
  production("settlement", "1.34.8", 455, {
    pools: [awsPool("default", { nodes: [4, 9] })],
    touches: [rolloutConfinedToWindow, changeWaitingForWindow(40), withWorkload("budget-now")],
  }),
  production("fraud-scoring", "1.35.4", 301, {
    autoUpdate: { kubernetes: true, images: true },
    pools: [awsPool("stream", { machine: "c6i.4xlarge", nodes: [5, 20] }), awsPool("gpu", { machine: "g5.2xlarge" })],
    touches: [failedOperation(workersReadyTask, 42, { code: "ERR_INFRA_QUOTA_EXCEEDED" })],
  }),
  production("vault", "1.34.9", 900, {
    pools: [awsPool("default")],
    touches: [etcdUnhealthy(17), ...problematicWebhook(60 * 31), withWorkload("webhook-wide")],
  }),
  production("acquire-stage", "1.35.6", 210, {
    purpose: "evaluation",
    autoUpdate: { kubernetes: true, images: true },
    pools: [awsPool("default", { nodes: [2, 4] })],
    touches: [tunnelBroken(8)],
  }),
  production("card-emulator", "1.36.1", 24, { purpose: "testing", pools: [] }),
];
