import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";

export const criticalComponentsTaint = "node.gardener.cloud/critical-components-not-ready";
export const criticalComponentLabel = "node.gardener.cloud/critical-component";
export const waitForCsiNodePrefix = "node.gardener.cloud/wait-for-csi-node-";
const criticalNamespace = "kube-system";
const cachedNamespaces = [criticalNamespace, "kubernetes-dashboard", "kube-node-lease"];

export interface CriticalDaemonSet {
  readonly name: string;
  readonly namespace: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly templateLabels?: Readonly<Record<string, string>>;
  /** False when selectors, affinities or tolerations keep the DaemonSet off the Node; true when missing. */
  readonly shouldRun?: boolean;
}

export interface CriticalPod {
  readonly name: string;
  readonly namespace: string;
  /** The DaemonSet that owns the Pod. */
  readonly owner?: string | null;
  readonly ready: boolean;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface NodeCriticalComponents {
  /** Keys of the Node's taints. */
  readonly taints: readonly string[];
  readonly daemonSets: readonly CriticalDaemonSet[];
  readonly pods: readonly CriticalPod[];
  /** Driver names in the Node's CSINode object. */
  readonly csiNodeDrivers?: readonly string[];
}

export type NodeReadiness =
  | { readonly action: "nothing" }
  | { readonly action: "removeTaint" }
  | {
      readonly action: "wait";
      readonly reason: "UnscheduledNodeCriticalDaemonSets" | "UnreadyNodeCriticalPods" | "UnreadyRequiredCSIDrivers";
      /** Names of the DaemonSets, Pods or CSI drivers that are not ready. */
      readonly items: readonly string[];
    };

/**
 * Whether Gardener allows workload on a new Node: the taint is removed once every node-critical DaemonSet in
 * kube-system has its Pod there, all of those Pods are ready, and their CSI drivers are registered. Checked in this
 * order; the first failing step decides. A step is retried after 10 seconds. Older releases checked every namespace in
 * the component's cache, not only kube-system.
 * @source Gardener: pkg/resourcemanager/controller/node/criticalcomponents; Gardener docs, node-readiness
 */
export function nodeReadiness(
  { taints, daemonSets, pods, csiNodeDrivers = [] }: NodeCriticalComponents,
  rules: GardenerRules = newestRules,
): NodeReadiness {
  if (!taints.includes(criticalComponentsTaint)) return { action: "nothing" };
  const namespaces = rules("node.criticalNamespaces") === "kubeSystem" ? [criticalNamespace] : cachedNamespaces;
  const critical = pods.filter(({ namespace, labels }) => namespaces.includes(namespace) && isCritical(labels));

  const unscheduled = daemonSets
    .filter((set) => namespaces.includes(set.namespace) && isCritical(set.labels) && isCritical(set.templateLabels))
    .filter(({ shouldRun }) => shouldRun !== false)
    .filter(({ name, namespace }) => !critical.some((pod) => pod.owner === name && pod.namespace === namespace));
  if (unscheduled.length > 0)
    return wait(
      "UnscheduledNodeCriticalDaemonSets",
      unscheduled.map(({ name }) => name),
    );

  const unready = critical.filter(({ ready }) => !ready);
  if (unready.length > 0)
    return wait(
      "UnreadyNodeCriticalPods",
      unready.map(({ name }) => name),
    );

  const required = new Set(critical.flatMap(requiredDrivers));
  const missing = [...required].filter((driver) => !csiNodeDrivers.includes(driver));
  return missing.length > 0 ? wait("UnreadyRequiredCSIDrivers", missing) : { action: "removeTaint" };
}

function wait(reason: Extract<NodeReadiness, { action: "wait" }>["reason"], items: readonly string[]): NodeReadiness {
  return { action: "wait", reason, items };
}

function isCritical(labels: Readonly<Record<string, string>> | undefined): boolean {
  return labels?.[criticalComponentLabel] === "true";
}

function requiredDrivers({ annotations = {} }: CriticalPod): readonly string[] {
  return Object.entries(annotations).flatMap(([key, driver]) => (key.startsWith(waitForCsiNodePrefix) ? [driver] : []));
}
