import { parseFlowWaves } from "./flow.ts";

/**
 * Tasks of a control plane migration on the source Seed: 53 tasks in 37 waves.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_migrate.go, in the order of its dependency graph
 */
export const migrationWaves = parseFlowWaves(`
  6 Deploying control plane namespace
  6 Reconcile Istio internal load balancing ConfigMap
  6 Initializing secrets management
  6 Deploying main and events etcd
  4 Scaling etcd up
 12 Waiting until main and event etcd report readiness
    Scaling Kubernetes API Server up and waiting until ready
  4 Deploying gardener-resource-manager
  6 Ensuring that the gardener-resource-manager is scaled to 1
  6 Configuring Managed Resources objects to be kept in the Shoot
 10 Deleting all Managed Resources from the Shoot's namespace
 15 Waiting until ManagedResources are deleted
  6 + Deleting machine-controller-manager
    Migrating extensions before kube-apiserver
  6 + Waiting until machine-controller-manager has been deleted
    Waiting until extensions that should be handled before kube-apiserver have been migrated
 20 Migrating extension resources
 25 Waiting until extension resources have been migrated
  8 Persisting ShootState in garden cluster
    Deleting stale extensions
  6 Deleting extension resources from the Shoot namespace
    Shallow-deleting machine resources from the Shoot namespace
    Waiting until all stale extensions have been deleted
 20 Waiting until extension resources have been deleted
    + Waiting until machine resources have been deleted
  6 Deleting extensions before kube-apiserver
  6 Waiting until extensions that should be handled before kube-apiserver have been deleted
  6 + Migrating shoot control plane
  6 + Deleting shoot control plane
  6 + Waiting until shoot control plane has been deleted
  6 Waiting until shoot managed resources have been deleted
  6 Deleting kube-apiserver deployment
  6 Waiting until kube-apiserver has been deleted
  6 Migrating extensions after kube-apiserver
    + Migrating shoot infrastructure
    Migrating nginx ingress DNS record
    Migrating external domain DNS record
    Migrating internal domain DNS record
 12 Waiting until extensions that should be handled after kube-apiserver have been migrated
    + Waiting until shoot infrastructure has been migrated
  6 Deleting extensions after kube-apiserver
    Waiting until all extensions have been deleted
    + Deleting shoot infrastructure
  6 Waiting until extensions that should be handled after kube-apiserver have been deleted
    + Waiting until shoot infrastructure has been deleted
 10 Deleting DNSRecords from the Shoot namespace
    Creating ETCD Snapshot
  6 Migrating BackupEntry to new seed
 25 Waiting for BackupEntry to be migrated to new seed
  6 Destroying main and events etcd
  6 Waiting until main and event etcd have been destroyed
 15 Deleting shoot namespace in Seed
 15 Waiting until shoot namespace in Seed has been deleted
`);
