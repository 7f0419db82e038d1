import { type Wave, wave } from "./flow.ts";
import { reconcileWaves } from "./reconcile-waves.ts";

const controlPlaneReady = 13;

/**
 * A reconcile that puts the cluster to sleep: as any other up to the control plane, then workers and control plane go to
 * zero and the DNS records away. 63 active tasks in 22 waves; seconds are estimates.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go
 */
export const hibernateWaves: readonly Wave[] = [
  ...reconcileWaves.slice(0, controlPlaneReady),
  wave(
    3,
    "Deploying extension resources after kube-apiserver",
    "Deploying container runtime resources",
    "Deploying shoot namespaces system component",
    "Deploying shoot cluster identity system component",
    "Deploying OperatingSystemConfig resources for worker pools",
  ),
  wave(
    4,
    "Waiting until extension resources handled after kube-apiserver are ready",
    "Waiting until container runtime resources are ready",
    "Waiting until operating system configurations for worker pools have been reconciled",
    "Deploying shoot system resources",
    "Deploying machine-controller-manager",
  ),
  wave(2, "Configuring worker pools", "Deleting stale OperatingSystemConfig resources"),
  wave(
    110,
    "Waiting until worker pools have been reconciled",
    "Waiting until stale OperatingSystemConfig resources are deleted",
  ),
  wave(
    3,
    "Scaling down machine-controller-manager",
    "Deploying cluster-autoscaler",
    "Deploying extension resources after workers",
  ),
  wave(4, "Waiting until extension resources handled after workers are ready", "Deleting stale extension resources"),
  wave(40, "Hibernating control plane"),
  wave(
    12,
    "Destroying external domain DNS record if hibernated",
    "Destroying ingress domain DNS record if hibernated",
    "Destroying internal domain DNS record if hibernated",
  ),
  wave(3, "Waiting until stale extension resources are deleted", "Deleting stale observability resources"),
];
