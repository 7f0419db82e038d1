import type { Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { effectiveKubelet, effectiveKubernetesVersion } from "../admission/effective-pool.ts";
import { isNodeLocalDnsInPoolHash, type PoolHashRules, type PoolInShoot } from "./pool-hash.ts";

/** Causes of a restart of a pool's kubelets or other systemd units. */
export type KubeletRestartTrigger =
  | "kubernetesPatch"
  | "kubeletConfig"
  | "taints"
  | "labels"
  | "systemComponentsAllow"
  | "containerRuntimes"
  | "caBundle"
  | "nodeLocalDNSLabel"
  | "nodeMonitorGracePeriod";

/** A trigger, and a function that reads the value whose change causes the trigger. */
export type ChangeTriggerTest<Trigger> = readonly [
  Trigger,
  valueIn: (at: PoolInShoot, rules: PoolHashRules) => unknown,
];

/** Kubelet fields that are ignored: nodes always get the same value. */
const fixedKubeletFields = ["imageMinimumGCAge", "imageMaximumGCAge"];

/** Kubelet fields that are part of the pool hash wherever the hash includes kubelet configuration. */
const hashedKubeletFields = ["kubeReserved", "evictionHard", "cpuManagerPolicy"];

const wellKnownLabels: ReadonlySet<string> = new Set([
  "kubernetes.io/hostname",
  "topology.kubernetes.io/zone",
  "topology.kubernetes.io/region",
  "failure-domain.beta.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region",
  "node.kubernetes.io/instance-type",
  "beta.kubernetes.io/instance-type",
  "kubernetes.io/os",
  "kubernetes.io/arch",
  "beta.kubernetes.io/os",
  "beta.kubernetes.io/arch",
]);

/**
 * Changes that restart the kubelets of a pool; nodes and Pods stay.
 * @source Gardener docs, shoot_updates; Gardener:
 * pkg/component/extensions/operatingsystemconfig/original/components/kubelet
 */
export const kubeletRestartTests: readonly ChangeTriggerTest<KubeletRestartTrigger>[] = [
  ["kubernetesPatch", ({ spec, pool }) => effectiveKubernetesVersion(spec, pool)],
  ["kubeletConfig", ({ spec, pool }, rules) => restartingKubeletFields(effectiveKubelet(spec, pool), rules)],
  ["taints", ({ pool }) => pool.taints],
  ["labels", ({ pool }) => kubeletLabels(pool)],
  ["systemComponentsAllow", ({ pool }) => fieldAt(pool, "systemComponents", "allow") ?? true],
  ["containerRuntimes", ({ pool }) => pool.cri?.containerRuntimes],
  ["caBundle", ({ pool }) => pool.caBundle],
  ["nodeLocalDNSLabel", nodeLocalDnsLabel],
  [
    "nodeMonitorGracePeriod",
    ({ spec }) => http2Timeouts(fieldAt(spec.kubernetes.kubeControllerManager, "nodeMonitorGracePeriod")),
  ],
];

function restartingKubeletFields(
  kubelet: Readonly<Record<string, unknown>> | undefined,
  { kubeletData }: PoolHashRules,
): unknown {
  const ignored = kubeletData ? [...fixedKubeletFields, ...hashedKubeletFields] : fixedKubeletFields;
  return Object.fromEntries(Object.entries(kubelet ?? {}).filter(([field]) => !ignored.includes(field)));
}

/** Whether node-local DNS is applied as a node label, which is the case when it does not roll the nodes. */
function nodeLocalDnsLabel(at: PoolInShoot, rules: PoolHashRules): boolean {
  return fieldAt(at.spec.systemComponents, "nodeLocalDNS", "enabled") === true && !isNodeLocalDnsInPoolHash(at, rules);
}

function kubeletLabels(pool: Worker): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(pool.labels ?? {}).filter(([key]) => mayKubeletSet(key)));
}

/**
 * Whether a kubelet may set a label on its own Node. Other labels are set by the machine-controller-manager and restart
 * nothing.
 * @source Kubernetes: admission plugin NodeRestriction
 */
function mayKubeletSet(key: string): boolean {
  const slash = key.indexOf("/");
  const domain = slash < 0 ? "" : key.slice(0, slash);
  if (isWithin(domain, "node-restriction.kubernetes.io")) return false;
  if (!isWithin(domain, "kubernetes.io") && !isWithin(domain, "k8s.io")) return true;
  return (
    wellKnownLabels.has(key) || isWithin(domain, "kubelet.kubernetes.io") || isWithin(domain, "node.kubernetes.io")
  );
}

function isWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}

/** The kubelet's HTTP/2 timeouts in seconds (read idle, ping), derived from the node monitor grace period. */
function http2Timeouts(gracePeriod: unknown): readonly [number, number] {
  const seconds = typeof gracePeriod === "string" ? (durationSeconds(gracePeriod) ?? 40) : 40;
  if (seconds >= 46) return [30, 15];
  return [Math.max(0, Math.trunc(((seconds - 2) * 2) / 3)), Math.max(0, Math.trunc((seconds - 2) / 3))];
}
