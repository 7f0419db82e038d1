import type { Wave } from "./flow.ts";

/** The reconcile of a Shoot without workers: 44 active tasks in 18 waves, no infrastructure, machines, VPN or nodes. */
export const workerlessWaves: readonly Wave[] = [
  { seconds: 1, tasks: ["Deploying control plane namespace"] },
  {
    seconds: 2,
    tasks: [
      "Ensuring Shoot cluster identity",
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
      "Deploying main and events ETCDs",
      "Deploying Kubernetes API server service in the Seed cluster",
      "Deploying Kubernetes API server service SNI settings in the Seed cluster",
    ],
  },
  {
    seconds: 12,
    tasks: [
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
      "Deploying Kubernetes controller manager",
      "Deploying Gardener access resources",
      "Deploying dependency-watchdog shoot access resources",
      "Deploying kube-state-metrics",
      "Deploying shoot event logger",
    ],
  },
  { seconds: 6, tasks: ["Initializing connection to Shoot", "Deploying dependency-watchdog"] },
  {
    seconds: 3,
    tasks: [
      "Deploying extension resources after kube-apiserver",
      "Deploying shoot namespaces system component",
      "Deploying shoot cluster identity system component",
      "Deploying ServiceAccount issuer discovery resources",
    ],
  },
  {
    seconds: 3,
    tasks: [
      "Waiting until extension resources handled after kube-apiserver are ready",
      "Deploying shoot system resources",
      "Deploying shoot access secrets",
    ],
  },
  {
    seconds: 8,
    tasks: ["Reconciling Shoot Prometheus", "Reconciling Shoot Alertmanager", "Deploying shoot logging stack in Seed"],
  },
  {
    seconds: 6,
    tasks: ["Waiting until Shoot Prometheus is reconciled", "Reconciling Plutono", "Deploying OpenTelemetry collector"],
  },
  { seconds: 4, tasks: ["Deploying istio-basic-auth-server", "Deleting stale observability resources"] },
];
