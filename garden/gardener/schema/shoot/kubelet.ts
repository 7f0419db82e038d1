import "server-only";
import {
  duration,
  flag,
  flags,
  integer,
  number,
  object,
  quantity,
  type Schema,
  text,
} from "#garden/api/schema/schema.ts";

const signals = ["memoryAvailable", "imageFSAvailable", "imageFSInodesFree", "nodeFSAvailable", "nodeFSInodesFree"];

function perSignal(description: string, value: Schema): Schema {
  return object(description, Object.fromEntries(signals.map((signal) => [signal, value])));
}

const reserved = (description: string): Schema =>
  object(description, {
    cpu: quantity("The reserved CPU."),
    memory: quantity("The reserved memory."),
    ephemeralStorage: quantity("The reserved storage."),
    pid: quantity("The reserved process ids."),
  });

/** spec.kubernetes.kubelet, and that of a worker pool. */
export const kubelet: Schema = object("Settings of the kubelets.", {
  featureGates: flags("Feature gates by name."),
  cpuCFSQuota: flag("Whether CPU limits throttle pods."),
  cpuManagerPolicy: text("The CPU management policy, none when missing."),
  evictionHard: perSignal("Thresholds at which pods are evicted at once.", text("A quantity or a percentage.")),
  evictionSoft: perSignal(
    "Thresholds at which pods are evicted after a grace period.",
    text("A quantity or a percentage."),
  ),
  evictionSoftGracePeriod: perSignal("How long a soft threshold must hold.", duration("A duration.")),
  evictionMinimumReclaim: perSignal("How much an eviction frees at least.", quantity("A quantity.")),
  evictionMaxPodGracePeriod: integer("The longest grace period of a soft eviction, in seconds."),
  evictionPressureTransitionPeriod: duration("How long a node stays under pressure after the last threshold."),
  maxPods: integer("The most pods on a node."),
  podPidsLimit: { type: "integer", format: "int64", description: "The most process ids in a pod." },
  failSwapOn: flag("Whether the kubelet refuses to start with swap."),
  kubeReserved: reserved("Resources kept for the node's own components."),
  imageGCHighThresholdPercent: integer("The disk usage at which images are collected."),
  imageGCLowThresholdPercent: integer("The disk usage down to which images are collected."),
  imageMinimumGCAge: duration("The youngest age at which an unused image is collected."),
  imageMaximumGCAge: duration("The age after which an unused image is always collected."),
  serializeImagePulls: flag("Whether images are pulled one at a time."),
  maxParallelImagePulls: integer("How many images are pulled at once."),
  registryPullQPS: integer("Pulls a second; 0 means no limit."),
  registryBurst: integer("Pulls at once beyond that rate."),
  seccompDefault: flag("Whether RuntimeDefault is the seccomp profile of all workloads."),
  containerLogMaxSize: quantity("The size at which a container's log is rotated."),
  containerLogMaxFiles: integer("How many log files a container may have."),
  protectKernelDefaults: flag("Whether kernel settings must equal the kubelet's defaults."),
  streamingConnectionIdleTimeout: duration("How long a streaming connection may be idle."),
  memorySwap: object("How workloads may swap.", { swapBehavior: text("NoSwap, LimitedSwap or UnlimitedSwap.") }),
});

/** spec.kubernetes.clusterAutoscaler. */
export const clusterAutoscaler: Schema = object("Settings of the cluster autoscaler.", {
  scaleDownDelayAfterAdd: duration("How long after a scale-up nothing is removed."),
  scaleDownDelayAfterDelete: duration("How long after a removal nothing is removed."),
  scaleDownDelayAfterFailure: duration("How long after a failed removal nothing is removed."),
  scaleDownUnneededTime: duration("How long a node must be unneeded before it is removed."),
  scaleDownUtilizationThreshold: number("The utilisation below which a node may be removed, from 0 to 1."),
  scanInterval: duration("How often the cluster is looked at."),
  expander: text("How the pool to grow is chosen: least-waste, most-pods, priority, random."),
  maxNodeProvisionTime: duration("How long a node may take to come."),
  maxGracefulTerminationSeconds: integer("How long the autoscaler waits for pods to end."),
  ignoreTaints: { type: "array", description: "Deprecated: taints to ignore.", items: { type: "string" } },
  startupTaints: {
    type: "array",
    description: "Taints of nodes that are about to be ready.",
    items: { type: "string" },
  },
  statusTaints: { type: "array", description: "Taints that only tell a state.", items: { type: "string" } },
  newPodScaleUpDelay: duration("How long new pods are ignored."),
  maxEmptyBulkDelete: integer("Deprecated: how many empty nodes are removed at once."),
  maxScaleDownParallelism: integer("How many nodes are removed at once."),
  maxDrainParallelism: integer("How many nodes are drained at once."),
  ignoreDaemonsetsUtilization: flag("Whether DaemonSets count as utilisation."),
  verbosity: integer("The log level."),
  emitPerNodeGroupMetrics: flag("Whether there are metrics of each pool."),
  initialNodeGroupBackoffDuration: duration("How long a pool is left alone after a failed scale-up."),
  maxNodeGroupBackoffDuration: duration("How long at most, after several."),
  nodeGroupBackoffResetTimeout: duration("After how long failures are forgotten."),
  maxBinpackingTime: duration("How long the simulation of one scale-up may take."),
});
