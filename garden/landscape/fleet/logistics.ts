import { shootLocations } from "../plan/shoot-locations.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";
import {
  failedMachinesPreserved,
  problematicConversionWebhooks,
  systemComponentsUnknown,
} from "../touches/findings.ts";
import { failedAfterRetries, failedOperation, rolloutConfinedToWindow } from "../touches/operation.ts";
import { rotationInPhase } from "../touches/rotation.ts";
import { inPlaceUpdatesPending, maintenanceFailed, manualRolloutPending } from "../touches/shoot-states.ts";
import { withWorkload } from "../touches/workload.ts";
import { createShootPlanFactory, openstackPool } from "./plans-like.ts";

const terminal = createShootPlanFactory({
  ...shootLocations["os-south1"],
  purpose: "production",
  createdBy: "jonas.vogel@harborline.example",
  window: ["223000+0100", "013000+0100"],
});

export const logisticsShootPlans: readonly ShootPlan[] = [
  // a machine image version that expires in two weeks and has no successor
  terminal("port-hamburg", "1.33.11", 860, {
    binding: "old-secret",
    pools: [openstackPool("cranes", { image: ["flatcar", "3975.2.2"], nodes: [5, 5] })],
  }),
  // the same machine image version, already expired
  terminal("port-bremen", "1.33.11", 845, {
    binding: "old-secret",
    pools: [openstackPool("cranes", { image: ["flatcar", "3815.2.5"], nodes: [4, 4] })],
    touches: [
      maintenanceFailed(
        'Worker pool "cranes": failed to update machine image "flatcar": either the machine image reaches end of life and migration to another machine image is required, or there is a misconfiguration in the CloudProfile',
        11,
      ),
    ],
  }),
  terminal("hall-control", "1.34.8", 700, {
    pools: [
      openstackPool("plc", { updateStrategy: "ManualInPlaceUpdate", machine: "bm_c64_m512", nodes: [3, 3] }),
      openstackPool("default", { updateStrategy: "AutoInPlaceUpdate", image: ["gardenlinux", "1877.3.0"] }),
    ],
    touches: [inPlaceUpdatesPending({ manual: ["plc"] }, 60 * 26)],
  }),
  terminal("hall-vision", "1.34.4", 320, {
    pools: [
      openstackPool("edge", { updateStrategy: "AutoInPlaceUpdate", image: ["gardenlinux", "1592.14.0"] }),
      openstackPool("sorters", { updateStrategy: "ManualInPlaceUpdate", nodes: [2, 2] }),
    ],
    // the CA rotation stays in its first phase until a user has selected all nodes of pool sorters for their update
    touches: [
      rotationInPhase("certificateAuthorities", { phase: "Preparing", days: 0.2 }),
      inPlaceUpdatesPending({ auto: ["edge"], manual: ["sorters"] }, 60 * 4),
    ],
  }),
  terminal("route-plan", "1.33.7", 560, {
    region: "de-north-2",
    autoUpdate: { kubernetes: false, images: false },
    pools: [openstackPool("default", { image: ["suse-chost", "15.6.20260218"] })],
    touches: [
      maintenanceFailed(
        'Updates to the Shoot failed to be applied: Shoot.core.gardener.cloud "route-plan" is invalid: spec.kubernetes.kubeAPIServer.admissionPlugins[0]: Forbidden: admission plugin "SecurityContextDeny" is not supported in version 1.34.8',
        13,
      ),
      problematicConversionWebhooks(60 * 24 * 4),
    ],
  }),
  terminal("customs", "1.32.13", 930, {
    binding: "secret",
    pools: [openstackPool("default", { image: ["gardenlinux", "1592.14.0"] })],
    touches: [
      failedAfterRetries("Waiting until shoot control plane has been reconciled", 60 * 7),
      systemComponentsUnknown(60 * 7),
      // Nothing starts the failed operation again, so the cluster is not ready for the minor that is forced next.
      rolloutConfinedToWindow,
      withWorkload("removed-api"),
    ],
  }),
  terminal("tracking", "1.34.8", 404, {
    pools: [openstackPool("batch", { nodes: [2, 8] }), openstackPool("default")],
    touches: [manualRolloutPending(["batch"], 12), failedMachinesPreserved(60 * 20), withWorkload("node-cordoned")],
  }),
  terminal("cold-chain", "1.35.5", 88, {
    purpose: "development",
    pools: [openstackPool("default", { nodes: [1, 3] })],
    touches: [
      failedOperation("Deploying external domain DNS record", 5, {
        code: "ERR_RETRYABLE_CONFIGURATION_PROBLEM",
        retryingHours: 2,
      }),
      rotationInPhase("etcdEncryptionKey", { phase: "Preparing", days: 0.1, autoComplete: true }),
    ],
  }),
];
