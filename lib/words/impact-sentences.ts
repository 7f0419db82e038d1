import type { PoolOutcome } from "#lib/policy/changes/change-impact.ts";
import type { ImpactTrigger } from "#lib/policy/changes/impact.ts";
import type { RolloutAssumption } from "#lib/policy/changes/rollout-estimate.ts";

/** What a change does to the nodes of a pool. */
export const impactSentences = {
  rejected: "The change is refused.",
  rollingUpdate: "All nodes of the pool are replaced, in waves.",
  inPlaceAuto: "The nodes of the pool are updated in place, automatically.",
  inPlaceManual: "The nodes of the pool are updated in place, once you select them.",
  providerDependent: "The provider extension decides whether the nodes are replaced.",
  kubeletRestart: "The kubelets restart; nodes and Pods stay.",
  nodeConfig: "The nodes get a new configuration; nothing restarts.",
  scale: "Nodes may be added or removed.",
  nodeMetadata: "The nodes get new labels or annotations.",
  none: "Nodes are not affected.",
  created: "The pool is created.",
  deleted: "The pool and all its nodes are deleted.",
} as const satisfies { readonly [Outcome in PoolOutcome["outcome"]]: string };

/** What is called the cause of an effect on the nodes. */
export const triggerLabels = {
  kubernetesMinor: "Kubernetes minor version",
  kubernetesPatch: "Kubernetes patch version",
  machineType: "machine type",
  image: "machine image",
  imageVersion: "machine image version",
  volumeSize: "size of the volume",
  volumeType: "type of the volume",
  volumeEncrypted: "encryption of the volume",
  cri: "container runtime interface",
  caRotation: "rotation of the certificate authorities",
  saRotation: "rotation of the ServiceAccount signing key",
  sshRotation: "rotation of the SSH key pair",
  nodeLocalDNS: "node-local DNS",
  nodeLocalDNSLabel: "node-local DNS, as a label of the nodes",
  providerConfig: "the provider's own configuration",
  imageProviderConfig: "the provider's configuration of the image",
  dataVolumes: "data volumes",
  kubeReserved: "resources reserved for Kubernetes",
  evictionHard: "hard eviction thresholds",
  cpuManagerPolicy: "CPU manager policy",
  kubeletConfig: "kubelet configuration",
  taints: "taints",
  labels: "labels",
  annotations: "annotations",
  systemComponentsAllow: "whether system components may run here",
  containerRuntimes: "additional container runtimes",
  caBundle: "certificate bundle",
  nodeMonitorGracePeriod: "grace period for silent nodes",
  sysctls: "kernel parameters",
  sshAccess: "SSH access",
  kubeletDataVolumeName: "volume for the kubelet's data",
  minimum: "minimum of nodes",
  maximum: "maximum of nodes",
  zones: "zones",
} as const satisfies { readonly [Trigger in ImpactTrigger]: string };

/** What an estimate of a rollout takes for granted. */
export const assumptionSentences = {
  "nodes-between-minimum-and-maximum": "The pool has between its minimum and maximum of nodes.",
  "nodes-spread-evenly": "The nodes are spread evenly over the zones.",
  "join-time-typical": "Usually a new node is ready after three minutes.",
  "drain-timeout-default": "At worst draining a node takes the default of two hours.",
  "creation-timeout-default": "At worst creating a machine takes the default of 20 minutes.",
  "pod-disruption-budgets-unknown": "PodDisruptionBudgets, which can slow draining down, are not known.",
} as const satisfies { readonly [Assumption in RolloutAssumption]: string };
