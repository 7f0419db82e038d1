import { parseFlowWaves } from "./flow.ts";

/**
 * Tasks of the flow that deletes a Shoot: first everything needed to access the cluster, then its objects, the workers,
 * the control plane, the infrastructure, DNS, etcd and the namespace. 77 active tasks in 38 waves.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_delete.go, in the order of its dependency graph
 */
export const deletionWaves = parseFlowWaves(`
  1 Deploying control plane namespace
  2 Ensuring Shoot cluster identity
    + Deploying cloud provider account secret
    Reconcile Istio internal load balancing ConfigMap
    Deploying referenced resources
  3 Deploying Kubernetes API server service in the Seed cluster
    Initializing secrets management
  3 Waiting until Kubernetes API LoadBalancer in the Seed cluster has reported readiness
    Deploying main and events etcd
    + Deploying Shoot control plane
  6 Ensuring advertised addresses for the Shoot
    Deploying internal domain DNS record
    Scaling up etcd main and event
    + Waiting until Shoot control plane has been reconciled
  6 Waiting until main and event etcd report readiness
  4 Deploying Kubernetes API server
  6 Waiting until Kubernetes API server reports readiness
  3 Deploying Kubernetes API server service SNI settings in the Seed cluster
    Setting gardener-resource-manager replicas to 2
  3 Deploying gardener-resource-manager
  3 Waiting until gardener-resource-manager reports readiness
  2 Deploying Gardener shoot access resources
  8 Initializing connection to Shoot
  6 Deploying Kubernetes controller manager
    Deleting Shoot Alertmanager
    Deleting Shoot Prometheus
    Destroying control plane blackbox-exporter
    + Deleting cluster autoscaler
    Cleaning up webhooks
  5 Scaling up Kubernetes controller manager
    Waiting until kube-controller-manager is active
 12 Cleaning extended API groups
 60 Cleaning Kubernetes resources
    + Deleting metrics-server
  5 + Destroying shoot network plugin
    + Deploying machine-controller-manager
    + Deleting container runtime resources
 12 + Waiting until shoot network plugin has been destroyed
    + Destroying shoot workers
    + Waiting until stale container runtime resources are deleted
150 + Waiting until shoot worker nodes have been terminated
  4 + Deleting machine-controller-manager
    + Deleting operating system config resources
    Deleting managed resources
  5 + Waiting until all operating system config resources are deleted
    + Deleting DWD managed resource and secrets
 12 Waiting until managed resources have been deleted
  5 Deleting extension resources before kube-apiserver
    Deleting stale extension resources
 10 Waiting until extension resources that should be handled before kube-apiserver have been deleted
    Waiting until all stale extension resources have been deleted
  5 + Destroying shoot control plane
    + Destroying nginx ingress DNS record
 12 + Waiting until shoot control plane has been destroyed
  8 Waiting until shoot managed resources have been deleted
    + Destroying shoot infrastructure
 90 Deleting Kubernetes API server
    + Waiting until shoot infrastructure has been deleted
 12 Waiting until Kubernetes API server has been deleted
    Deleting Plutono in Seed
    Deleting logging stack in Seed
  8 Deleting extension resources after kube-apiserver
    Destroying Kubernetes API server service SNI
    Destroying gardener-resource-manager
    Delete public service account signing keys from Garden cluster
    Destroying external domain DNS record
    Deleting external authorization server in Seed
  8 Waiting until extension resources that should be handled after kube-apiserver have been deleted
    Destroying Kubernetes API server service
  4 Waiting until all extension resources have been deleted
 10 Destroying internal domain DNS record
    Deleting referenced resources
  5 Destroying main and events etcd
 20 Waiting until main and event etcd have been destroyed
  5 Deleting shoot namespace in Seed
 20 Waiting until shoot namespace in Seed has been deleted
    Deleting Shoot State
`);

/**
 * Tasks of a force deletion, which deletes only Gardener's own objects: 20 tasks in 11 waves.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_force_delete.go, in the order of its dependency
 * graph
 */
export const forceDeletionWaves = parseFlowWaves(`
  8 Deleting extension resources
    + Destroying nginx ingress DNS record
    Destroying external domain DNS record
    Destroying internal domain DNS record
    + Deleting machine-controller-manager
 15 Waiting until extension resources have been deleted
    + Waiting until machine-controller-manager has been deleted
  6 Configuring managed resources to not keep their objects when deleted
    + Deleting machine resources
  5 Deleting managed resources
    + Waiting until machine resources have been deleted
 10 Waiting until managed resources have been deleted
  2 Deleting Cluster resource
  4 Deleting Etcd resources
    Delete public service account signing keys from Garden cluster
  8 Waiting until Etcd resources have been deleted
  4 Deleting Kubernetes resources
  3 Deleting shoot namespace
 15 Waiting until shoot namespace has been deleted
    Deleting Shoot State
`);
