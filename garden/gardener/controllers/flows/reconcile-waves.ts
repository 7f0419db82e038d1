import type { Wave } from "./flow.ts";

/** One wave of the reconcile, with what only one of the two kinds of Shoot has in it. Seconds are estimates. */
interface Stage {
  readonly seconds: number;
  /** Where the wave is shorter without workers. */
  readonly secondsWithout?: number;
  readonly tasks?: readonly string[];
  readonly withWorkers?: readonly string[];
  /** What waits for the workers otherwise, and comes sooner where there are none. */
  readonly withoutWorkers?: readonly string[];
}

const stages: readonly Stage[] = [
  { seconds: 1, tasks: ["Deploying control plane namespace"] },
  {
    seconds: 2,
    tasks: [
      "Ensuring Shoot cluster identity",
      "Deploying referenced resources",
      "Deploying BackupEntry for ETCD data",
      "Ensuring that the ShootState exists",
    ],
    withWorkers: ["Deploying cloud provider account secret"],
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
    withWorkers: ["Deploying Shoot infrastructure"],
  },
  {
    seconds: 20,
    secondsWithout: 12,
    tasks: [
      "Waiting until main and event ETCDs have been reconciled",
      "Waiting until Kubernetes API server service in the Seed cluster has reported readiness",
    ],
    withWorkers: ["Waiting until Shoot infrastructure has been reconciled"],
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
    withWorkers: [
      "Deploying shoot control plane components",
      "Deploying Kubernetes scheduler",
      "Deploying Kubernetes vertical pod autoscaler",
      "Deploying vpn-seed-server",
    ],
  },
  {
    seconds: 10,
    secondsWithout: 6,
    tasks: ["Initializing connection to Shoot", "Deploying dependency-watchdog"],
    withWorkers: [
      "Waiting until shoot control plane has been reconciled",
      "Deploying shoot control plane exposure components",
    ],
  },
  {
    seconds: 3,
    tasks: [
      "Deploying extension resources after kube-apiserver",
      "Deploying shoot namespaces system component",
      "Deploying shoot cluster identity system component",
      "Deploying ServiceAccount issuer discovery resources",
    ],
    withWorkers: ["Deploying container runtime resources"],
  },
  {
    seconds: 3,
    tasks: [
      "Waiting until extension resources handled after kube-apiserver are ready",
      "Deploying shoot access secrets",
    ],
    withWorkers: [
      "Waiting until container runtime resources are ready",
      "Waiting until shoot namespaces have been reconciled",
      "Deploying DNS search path rewriting",
    ],
    withoutWorkers: ["Deploying shoot system resources"],
  },
  {
    seconds: 5,
    withWorkers: [
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
    withWorkers: [
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
    withWorkers: [
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
    withWorkers: [
      "Deploying shoot system resources",
      "Deploying metrics-server system component",
      "Deploying managed resources for the gardener-node-agent",
      "Deploying shoot Prometheus scrape configurations",
      "Deploying shoot resource reservations",
    ],
  },
  { seconds: 2, withWorkers: ["Deploying machine-controller-manager"] },
  { seconds: 2, withWorkers: ["Configuring worker pools"] },
  { seconds: 4, withWorkers: ["Waiting until worker resource status is updated with latest machine deployments"] },
  {
    seconds: 10,
    withWorkers: [
      "Waiting until worker pools have been reconciled",
      "Deploying cluster-autoscaler",
      "Deploying extension resources after workers",
    ],
  },
  {
    seconds: 4,
    withWorkers: [
      "Waiting until extension resources handled after workers are ready",
      "Deleting stale extension resources",
    ],
  },
  {
    seconds: 4,
    withWorkers: [
      "Waiting until the Kubernetes API server can connect to the Shoot workers",
      "Waiting until stale extension resources are deleted",
    ],
  },
  {
    seconds: 30,
    secondsWithout: 8,
    tasks: ["Reconciling Shoot Prometheus", "Reconciling Shoot Alertmanager", "Deploying shoot logging stack in Seed"],
    withWorkers: ["Waiting until all shoot worker nodes have updated the operating system config"],
  },
  {
    seconds: 6,
    tasks: ["Waiting until Shoot Prometheus is reconciled"],
    withoutWorkers: ["Reconciling Plutono", "Deploying OpenTelemetry collector"],
  },
  { seconds: 5, withWorkers: ["Reconciling Plutono", "Deploying OpenTelemetry collector"] },
  { seconds: 4, tasks: ["Deploying istio-basic-auth-server", "Deleting stale observability resources"] },
];

function wavesOf(waves: readonly Wave[]): readonly Wave[] {
  return waves.filter(({ tasks }) => tasks.length > 0);
}

/**
 * The regular reconcile of a Shoot with workers: 90 active tasks in 29 waves.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go, in the order of its dependency graph
 */
export const reconcileWaves: readonly Wave[] = wavesOf(
  stages.map(({ seconds, tasks = [], withWorkers = [] }) => ({ seconds, tasks: [...tasks, ...withWorkers] })),
);

/** The reconcile of a Shoot without workers: 44 active tasks in 18 waves, no infrastructure, machines, VPN or nodes. */
export const workerlessWaves: readonly Wave[] = wavesOf(
  stages.map(({ seconds, secondsWithout = seconds, tasks = [], withoutWorkers = [] }) => ({
    seconds: secondsWithout,
    tasks: [...tasks, ...withoutWorkers],
  })),
);
