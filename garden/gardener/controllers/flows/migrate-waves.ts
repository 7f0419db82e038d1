import { type Wave, wave } from "./flow.ts";

/**
 * The source side of a control plane migration: 53 tasks in 37 waves; seconds are estimates.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_migrate.go, in the order of its dependency graph
 */
export const migrateWaves: readonly Wave[] = [
  wave(6, "Deploying control plane namespace"),
  wave(6, "Reconcile Istio internal load balancing ConfigMap"),
  wave(6, "Initializing secrets management"),
  wave(6, "Deploying main and events etcd"),
  wave(4, "Scaling etcd up"),
  wave(
    12,
    "Waiting until main and event etcd report readiness",
    "Scaling Kubernetes API Server up and waiting until ready",
  ),
  wave(4, "Deploying gardener-resource-manager"),
  wave(6, "Ensuring that the gardener-resource-manager is scaled to 1"),
  wave(6, "Configuring Managed Resources objects to be kept in the Shoot"),
  wave(10, "Deleting all Managed Resources from the Shoot's namespace"),
  wave(15, "Waiting until ManagedResources are deleted"),
  wave(6, "Deleting machine-controller-manager", "Migrating extensions before kube-apiserver"),
  wave(
    6,
    "Waiting until machine-controller-manager has been deleted",
    "Waiting until extensions that should be handled before kube-apiserver have been migrated",
  ),
  wave(20, "Migrating extension resources"),
  wave(25, "Waiting until extension resources have been migrated"),
  wave(8, "Persisting ShootState in garden cluster", "Deleting stale extensions"),
  wave(
    6,
    "Deleting extension resources from the Shoot namespace",
    "Shallow-deleting machine resources from the Shoot namespace",
    "Waiting until all stale extensions have been deleted",
  ),
  wave(20, "Waiting until extension resources have been deleted", "Waiting until machine resources have been deleted"),
  wave(6, "Deleting extensions before kube-apiserver"),
  wave(6, "Waiting until extensions that should be handled before kube-apiserver have been deleted"),
  wave(6, "Migrating shoot control plane"),
  wave(6, "Deleting shoot control plane"),
  wave(6, "Waiting until shoot control plane has been deleted"),
  wave(6, "Waiting until shoot managed resources have been deleted"),
  wave(6, "Deleting kube-apiserver deployment"),
  wave(6, "Waiting until kube-apiserver has been deleted"),
  wave(
    6,
    "Migrating extensions after kube-apiserver",
    "Migrating shoot infrastructure",
    "Migrating nginx ingress DNS record",
    "Migrating external domain DNS record",
    "Migrating internal domain DNS record",
  ),
  wave(
    12,
    "Waiting until extensions that should be handled after kube-apiserver have been migrated",
    "Waiting until shoot infrastructure has been migrated",
  ),
  wave(
    6,
    "Deleting extensions after kube-apiserver",
    "Waiting until all extensions have been deleted",
    "Deleting shoot infrastructure",
  ),
  wave(
    6,
    "Waiting until extensions that should be handled after kube-apiserver have been deleted",
    "Waiting until shoot infrastructure has been deleted",
  ),
  wave(10, "Deleting DNSRecords from the Shoot namespace", "Creating ETCD Snapshot"),
  wave(6, "Migrating BackupEntry to new seed"),
  wave(25, "Waiting for BackupEntry to be migrated to new seed"),
  wave(6, "Destroying main and events etcd"),
  wave(6, "Waiting until main and event etcd have been destroyed"),
  wave(15, "Deleting shoot namespace in Seed"),
  wave(15, "Waiting until shoot namespace in Seed has been deleted"),
];
