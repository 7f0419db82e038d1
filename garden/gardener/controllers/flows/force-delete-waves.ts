import { type Wave, wave } from "./flow.ts";

/**
 * What is left to do when the infrastructure is given up: only Gardener's own objects go. 20 tasks in 11 waves.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_force_delete.go, in the order of its dependency graph
 */
export const forceDeleteWaves: readonly Wave[] = [
  wave(
    8,
    "Deleting extension resources",
    "Destroying nginx ingress DNS record",
    "Destroying external domain DNS record",
    "Destroying internal domain DNS record",
    "Deleting machine-controller-manager",
  ),
  wave(
    15,
    "Waiting until extension resources have been deleted",
    "Waiting until machine-controller-manager has been deleted",
  ),
  wave(6, "Configuring managed resources to not keep their objects when deleted", "Deleting machine resources"),
  wave(5, "Deleting managed resources", "Waiting until machine resources have been deleted"),
  wave(10, "Waiting until managed resources have been deleted"),
  wave(2, "Deleting Cluster resource"),
  wave(4, "Deleting Etcd resources", "Delete public service account signing keys from Garden cluster"),
  wave(8, "Waiting until Etcd resources have been deleted"),
  wave(4, "Deleting Kubernetes resources"),
  wave(3, "Deleting shoot namespace"),
  wave(15, "Waiting until shoot namespace has been deleted", "Deleting Shoot State"),
];
