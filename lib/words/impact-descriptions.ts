import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { ImpactTrigger } from "#lib/policy/changes/compute-pool-impacts.ts";
import type { RolloutAssumption } from "#lib/policy/changes/estimate-rollout.ts";
import type { PoolChangeOutcome } from "#lib/policy/changes/predict-change-impact.ts";

/** Descriptions of the effects of a change on the nodes of a pool. */
export const impactDescriptions = {
  rejected: message("The change is refused."),
  rollingUpdate: message("All nodes of the pool are replaced, in waves."),
  inPlaceAuto: message("The nodes of the pool are updated in place, automatically."),
  inPlaceManual: message("The nodes of the pool are updated in place, once you select them."),
  providerDependent: message("The provider extension decides whether the nodes are replaced."),
  kubeletRestart: message("The kubelets restart; nodes and Pods stay."),
  nodeConfig: message("The nodes get a new configuration; nothing restarts."),
  scale: message("Nodes may be added or removed."),
  nodeMetadata: message("The nodes get new labels or annotations."),
  none: message("Nodes are not affected."),
  created: message("The pool is created."),
  deleted: message("The pool and all its nodes are deleted."),
} as const satisfies { readonly [Outcome in PoolChangeOutcome["outcome"]]: Message };

type PoolSize = Pick<Worker, "minimum" | "maximum">;

/** Says how many nodes a pool of a size is to have, and what Gardener does to missing and surplus ones. */
export function poolSizeDescription({ minimum = 0, maximum = 0 }: PoolSize, { hibernation }: ShootSpec): string {
  const size =
    minimum === maximum
      ? text("{count, plural, one {# node} other {# nodes}}", { count: maximum })
      : text("{minimum} to {maximum} nodes, as Pods need them", { minimum, maximum });
  return hibernation?.enabled === true
    ? text("No node while the cluster is hibernated, then {size}.", { size })
    : text("{size}: once Gardener applies this, it adds missing nodes, and drains and removes surplus ones.", { size });
}

/** Labels of the fields whose change affects nodes. */
export const impactTriggerLabels = {
  kubernetesMinor: message("Kubernetes minor version"),
  kubernetesPatch: message("Kubernetes patch version"),
  machineType: message("machine type"),
  image: message("machine image"),
  imageVersion: message("machine image version"),
  volumeSize: message("size of the volume"),
  volumeType: message("type of the volume"),
  volumeEncrypted: message("encryption of the volume"),
  cri: message("container runtime interface"),
  caRotation: message("rotation of the certificate authorities"),
  saRotation: message("rotation of the ServiceAccount signing key"),
  sshRotation: message("rotation of the SSH key pair"),
  nodeLocalDNS: message("node-local DNS"),
  nodeLocalDNSLabel: message("node-local DNS, as a label of the nodes"),
  providerConfig: message("the provider's own configuration"),
  imageProviderConfig: message("the provider's configuration of the image"),
  dataVolumes: message("data volumes"),
  kubeReserved: message("resources reserved for Kubernetes"),
  evictionHard: message("hard eviction thresholds"),
  cpuManagerPolicy: message("CPU manager policy"),
  kubeletConfig: message("kubelet configuration"),
  taints: message("taints"),
  labels: message("labels"),
  annotations: message("annotations"),
  systemComponentsAllow: message("whether system components may run here"),
  containerRuntimes: message("additional container runtimes"),
  caBundle: message("certificate bundle"),
  nodeMonitorGracePeriod: message("grace period for silent nodes"),
  sysctls: message("kernel parameters"),
  sshAccess: message("SSH access"),
  kubeletDataVolumeName: message("volume for the kubelet's data"),
  minimum: message("minimum of nodes"),
  maximum: message("maximum of nodes"),
  zones: message("zones"),
} as const satisfies { readonly [Trigger in ImpactTrigger]: Message };

/** Assumptions behind the estimate of a rollout. */
export const assumptionDescriptions = {
  "nodes-between-minimum-and-maximum": message("The pool has between its minimum and maximum of nodes."),
  "nodes-spread-evenly": message("The nodes are spread evenly over the zones."),
  "join-time-typical": message("Usually a new node is ready after three minutes."),
  "drain-timeout-default": message("At worst draining a node takes the default of two hours."),
  "creation-timeout-default": message("At worst creating a machine takes the default of 20 minutes."),
  "pod-disruption-budgets-unknown": message("PodDisruptionBudgets, which can slow draining down, are not known."),
} as const satisfies { readonly [Assumption in RolloutAssumption]: Message };
