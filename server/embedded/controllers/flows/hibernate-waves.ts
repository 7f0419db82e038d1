import type { Wave } from "./flow.ts";
import { reconcileWaves } from "./reconcile-waves.ts";

const controlPlaneReady = 13;

/**
 * A reconcile that puts the cluster to sleep: as any other up to the control plane, then workers and control plane go to
 * zero and the DNS records away. By its milestones; a real one has 63 tasks in 22 waves.
 */
export const hibernateWaves: readonly Wave[] = [
  ...reconcileWaves.slice(0, controlPlaneReady),
  { seconds: 2, tasks: ["Deploying machine-controller-manager"] },
  { seconds: 2, tasks: ["Configuring worker pools"] },
  { seconds: 90, tasks: ["Waiting until worker pools have been reconciled"] },
  { seconds: 3, tasks: ["Scaling down machine-controller-manager"] },
  { seconds: 20, tasks: ["Hibernating control plane"] },
  {
    seconds: 10,
    tasks: [
      "Destroying external domain DNS record if hibernated",
      "Destroying ingress domain DNS record if hibernated",
      "Destroying internal domain DNS record if hibernated",
    ],
  },
];
