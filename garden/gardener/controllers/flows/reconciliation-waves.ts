import { parseFlowWaves, type TaskWave } from "./flow.ts";

/**
 * Tasks of a regular reconciliation: 90 active tasks in 29 waves with workers. Without workers 44 tasks in 18 waves,
 * because there are no tasks for infrastructure, machines, VPN and nodes.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go, in the order of its dependency graph
 */
export const reconciliationWaves = parseFlowWaves(`
    1 Deploying control plane namespace
    2 Ensuring Shoot cluster identity
      Deploying referenced resources
      Deploying BackupEntry for ETCD data
      Ensuring that the ShootState exists
      + Deploying cloud provider account secret
    4 Initializing secrets management
      Waiting until the BackupEntry for ETCD data has been reconciled
    3 Deploying main and events ETCDs
      Deploying Kubernetes API server service in the Seed cluster
      Deploying Kubernetes API server service SNI settings in the Seed cluster
      + Deploying Shoot infrastructure
20/12 Waiting until main and event ETCDs have been reconciled
      Waiting until Kubernetes API server service in the Seed cluster has reported readiness
      + Waiting until Shoot infrastructure has been reconciled
    6 Deploying internal domain DNS record
      Deploying external domain DNS record
      Ensuring advertised addresses for the Shoot
      Deploying extension resources before kube-apiserver
    3 Waiting until extension resources handled before kube-apiserver are ready
    4 Deploying Kubernetes API server
    6 Waiting until Kubernetes API server rolled out
    3 Deploying gardener-resource-manager
      Deploying Kubernetes API server ingress in the Seed cluster
    3 Waiting until gardener-resource-manager reports readiness
    4 Deploying Kubernetes controller manager
      Deploying Gardener access resources
      Deploying dependency-watchdog shoot access resources
      Deploying kube-state-metrics
      Deploying shoot event logger
      + Deploying shoot control plane components
      + Deploying Kubernetes scheduler
      + Deploying Kubernetes vertical pod autoscaler
      + Deploying vpn-seed-server
 10/6 Initializing connection to Shoot
      Deploying dependency-watchdog
      + Waiting until shoot control plane has been reconciled
      + Deploying shoot control plane exposure components
    3 Deploying extension resources after kube-apiserver
      Deploying shoot namespaces system component
      Deploying shoot cluster identity system component
      Deploying ServiceAccount issuer discovery resources
      + Deploying container runtime resources
    3 Waiting until extension resources handled after kube-apiserver are ready
      Deploying shoot access secrets
      + Waiting until container runtime resources are ready
      + Waiting until shoot namespaces have been reconciled
      + Deploying DNS search path rewriting
      - Deploying shoot system resources
    5 + Deploying OperatingSystemConfig resources for worker pools
      + Deploying shoot network plugin
      + Deploying vpn-shoot system component
      + Deploying CoreDNS system component
      + Deploying node-local-dns system component
      + Deploying node-problem-detector system component
    5 + Waiting until operating system configurations for worker pools have been reconciled
      + Waiting until shoot network plugin has been reconciled
      + Deploying kube-proxy system component
      + Deploying apiserver-proxy system component
      + Deploying node-exporter system component
      + Deploying blackbox-exporter system component
    5 + Deleting stale OperatingSystemConfig resources
      + Waiting until stale OperatingSystemConfig resources are deleted
      + Deploying Kubernetes dashboard addon
      + Deploying nginx-ingress addon
      + Deploying Kubernetes API server proxy webhooks
      + Deploying shoot logging agents
    4 + Deploying shoot system resources
      + Deploying metrics-server system component
      + Deploying managed resources for the gardener-node-agent
      + Deploying shoot Prometheus scrape configurations
      + Deploying shoot resource reservations
    2 + Deploying machine-controller-manager
    2 + Configuring worker pools
    4 + Waiting until worker resource status is updated with latest machine deployments
   10 + Waiting until worker pools have been reconciled
      + Deploying cluster-autoscaler
      + Deploying extension resources after workers
    4 + Waiting until extension resources handled after workers are ready
      + Deleting stale extension resources
    4 + Waiting until the Kubernetes API server can connect to the Shoot workers
      + Waiting until stale extension resources are deleted
 30/8 Reconciling Shoot Prometheus
      Reconciling Shoot Alertmanager
      Deploying shoot logging stack in Seed
      + Waiting until all shoot worker nodes have updated the operating system config
    6 Waiting until Shoot Prometheus is reconciled
      - Reconciling Plutono
      - Deploying OpenTelemetry collector
    5 + Reconciling Plutono
      + Deploying OpenTelemetry collector
    4 Deploying istio-basic-auth-server
      Deleting stale observability resources
`);

const controlPlaneReady = 13;

/**
 * Tasks of a reconciliation that hibernates a cluster: as usual up to the control plane, then workers and control plane
 * are scaled to zero and DNS records are deleted. 63 active tasks in 22 waves.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go
 */
export const hibernationWaves: readonly TaskWave[] = [
  ...reconciliationWaves.withWorkers.slice(0, controlPlaneReady),
  ...parseFlowWaves(`
  3 Deploying extension resources after kube-apiserver
    Deploying container runtime resources
    Deploying shoot namespaces system component
    Deploying shoot cluster identity system component
    Deploying OperatingSystemConfig resources for worker pools
  4 Waiting until extension resources handled after kube-apiserver are ready
    Waiting until container runtime resources are ready
    Waiting until operating system configurations for worker pools have been reconciled
    Deploying shoot system resources
    Deploying machine-controller-manager
  2 Configuring worker pools
    Deleting stale OperatingSystemConfig resources
110 Waiting until worker pools have been reconciled
    Waiting until stale OperatingSystemConfig resources are deleted
  3 Scaling down machine-controller-manager
    Deploying cluster-autoscaler
    Deploying extension resources after workers
  4 Waiting until extension resources handled after workers are ready
    Deleting stale extension resources
 40 Hibernating control plane
 12 Destroying external domain DNS record if hibernated
    Destroying ingress domain DNS record if hibernated
    Destroying internal domain DNS record if hibernated
  3 Waiting until stale extension resources are deleted
    Deleting stale observability resources
`).withWorkers,
];
