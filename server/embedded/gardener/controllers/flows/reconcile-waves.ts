import type { Wave } from "./flow.ts";

/**
 * The regular reconcile of a Shoot with workers: 90 active tasks in 29 waves. Seconds are estimates.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go, in the order of its dependency graph
 */
export const reconcileWaves: readonly Wave[] = [
  { seconds: 1, tasks: ["Deploying control plane namespace"] },
  {
    seconds: 2,
    tasks: [
      "Ensuring Shoot cluster identity",
      "Deploying cloud provider account secret",
      "Deploying referenced resources",
      "Deploying BackupEntry for ETCD data",
      "Ensuring that the ShootState exists",
    ],
  },
  {
    seconds: 4,
    tasks: ["Initializing secrets management", "Waiting until the BackupEntry for ETCD data has been reconciled"],
  },
  {
    seconds: 3,
    tasks: [
      "Deploying Shoot infrastructure",
      "Deploying main and events ETCDs",
      "Deploying Kubernetes API server service in the Seed cluster",
      "Deploying Kubernetes API server service SNI settings in the Seed cluster",
    ],
  },
  {
    seconds: 20,
    tasks: [
      "Waiting until Shoot infrastructure has been reconciled",
      "Waiting until main and event ETCDs have been reconciled",
      "Waiting until Kubernetes API server service in the Seed cluster has reported readiness",
    ],
  },
  {
    seconds: 6,
    tasks: [
      "Deploying internal domain DNS record",
      "Deploying external domain DNS record",
      "Ensuring advertised addresses for the Shoot",
      "Deploying extension resources before kube-apiserver",
    ],
  },
  { seconds: 3, tasks: ["Waiting until extension resources handled before kube-apiserver are ready"] },
  { seconds: 4, tasks: ["Deploying Kubernetes API server"] },
  { seconds: 6, tasks: ["Waiting until Kubernetes API server rolled out"] },
  {
    seconds: 3,
    tasks: ["Deploying gardener-resource-manager", "Deploying Kubernetes API server ingress in the Seed cluster"],
  },
  { seconds: 3, tasks: ["Waiting until gardener-resource-manager reports readiness"] },
  {
    seconds: 4,
    tasks: [
      "Deploying shoot control plane components",
      "Deploying Kubernetes controller manager",
      "Deploying Kubernetes scheduler",
      "Deploying Kubernetes vertical pod autoscaler",
      "Deploying vpn-seed-server",
      "Deploying Gardener access resources",
      "Deploying dependency-watchdog shoot access resources",
      "Deploying kube-state-metrics",
      "Deploying shoot event logger",
    ],
  },
  {
    seconds: 10,
    tasks: [
      "Waiting until shoot control plane has been reconciled",
      "Initializing connection to Shoot",
      "Deploying shoot control plane exposure components",
      "Deploying dependency-watchdog",
    ],
  },
  {
    seconds: 3,
    tasks: [
      "Deploying extension resources after kube-apiserver",
      "Deploying container runtime resources",
      "Deploying shoot namespaces system component",
      "Deploying shoot cluster identity system component",
      "Deploying ServiceAccount issuer discovery resources",
    ],
  },
  {
    seconds: 3,
    tasks: [
      "Waiting until extension resources handled after kube-apiserver are ready",
      "Waiting until container runtime resources are ready",
      "Waiting until shoot namespaces have been reconciled",
      "Deploying DNS search path rewriting",
      "Deploying shoot access secrets",
    ],
  },
  {
    seconds: 5,
    tasks: [
      "Deploying OperatingSystemConfig resources for worker pools",
      "Deploying shoot network plugin",
      "Deploying vpn-shoot system component",
      "Deploying CoreDNS system component",
      "Deploying node-local-dns system component",
      "Deploying node-problem-detector system component",
    ],
  },
  {
    seconds: 5,
    tasks: [
      "Waiting until operating system configurations for worker pools have been reconciled",
      "Waiting until shoot network plugin has been reconciled",
      "Deploying kube-proxy system component",
      "Deploying apiserver-proxy system component",
      "Deploying node-exporter system component",
      "Deploying blackbox-exporter system component",
    ],
  },
  {
    seconds: 5,
    tasks: [
      "Deleting stale OperatingSystemConfig resources",
      "Waiting until stale OperatingSystemConfig resources are deleted",
      "Deploying Kubernetes dashboard addon",
      "Deploying nginx-ingress addon",
      "Deploying Kubernetes API server proxy webhooks",
      "Deploying shoot logging agents",
    ],
  },
  {
    seconds: 4,
    tasks: [
      "Deploying shoot system resources",
      "Deploying metrics-server system component",
      "Deploying managed resources for the gardener-node-agent",
      "Deploying shoot Prometheus scrape configurations",
      "Deploying shoot resource reservations",
    ],
  },
  { seconds: 2, tasks: ["Deploying machine-controller-manager"] },
  { seconds: 2, tasks: ["Configuring worker pools"] },
  { seconds: 4, tasks: ["Waiting until worker resource status is updated with latest machine deployments"] },
  {
    seconds: 10,
    tasks: [
      "Waiting until worker pools have been reconciled",
      "Deploying cluster-autoscaler",
      "Deploying extension resources after workers",
    ],
  },
  {
    seconds: 4,
    tasks: ["Waiting until extension resources handled after workers are ready", "Deleting stale extension resources"],
  },
  {
    seconds: 4,
    tasks: [
      "Waiting until the Kubernetes API server can connect to the Shoot workers",
      "Waiting until stale extension resources are deleted",
    ],
  },
  {
    seconds: 30,
    tasks: [
      "Waiting until all shoot worker nodes have updated the operating system config",
      "Reconciling Shoot Prometheus",
      "Reconciling Shoot Alertmanager",
      "Deploying shoot logging stack in Seed",
    ],
  },
  { seconds: 6, tasks: ["Waiting until Shoot Prometheus is reconciled"] },
  { seconds: 5, tasks: ["Reconciling Plutono", "Deploying OpenTelemetry collector"] },
  { seconds: 4, tasks: ["Deploying istio-basic-auth-server", "Deleting stale observability resources"] },
];
