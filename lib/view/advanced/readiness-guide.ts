import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import { parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { type GardenerRules, gardenerRulesOfRelease, newestRules } from "#lib/policy/editions/gardener-rules.ts";
import {
  criticalComponentLabel,
  criticalComponentsTaint,
  type NodeCriticalComponents,
  nodeReadiness,
  waitForCsiNodePrefix,
} from "#lib/policy/nodes/node-readiness.ts";
import { formatList } from "#lib/words/format-list.ts";
import { describeNodeReadiness } from "#lib/words/infrastructure-descriptions.ts";

export interface ReadinessGuide {
  /** Names of components that Gardener and its extensions label as node-critical on this cluster. */
  readonly marked: readonly string[];
  /** Steps in which a new node with a custom node-critical DaemonSet becomes ready, according to the rules. */
  readonly steps: readonly string[];
  /** Namespaces in which the cluster's gardenlet looks for node-critical Pods. */
  readonly namespaces: string;
}

const labels = { [criticalComponentLabel]: "true" };
const driver = "csi.example.com";

function exampleIn(namespace: string) {
  const daemonSets = [{ name: "your-daemonset", namespace, labels, templateLabels: labels }];
  const annotations = { [`${waitForCsiNodePrefix}example`]: driver };
  const pod = { name: "your-daemonset-x7k2p", namespace, owner: "your-daemonset", labels, annotations };
  return { taints: [criticalComponentsTaint], daemonSets, pod };
}

/** Guide to how a node of this cluster becomes ready for workload. */
export function readinessGuide({ spec, status }: Shoot): ReadinessGuide {
  const edition = parseGardenerRelease(status?.gardener?.version);
  const rules = edition === undefined ? newestRules : gardenerRulesOfRelease(edition);
  const { taints, daemonSets, pod } = exampleIn("kube-system");
  const [unready, ready] = [
    { ...pod, ready: false },
    { ...pod, ready: true },
  ];
  const stages: readonly NodeCriticalComponents[] = [
    { taints, daemonSets, pods: [] },
    { taints, daemonSets, pods: [unready] },
    { taints, daemonSets, pods: [ready] },
    { taints, daemonSets, pods: [ready], csiNodeDrivers: [driver] },
    { taints: [], daemonSets, pods: [ready], csiNodeDrivers: [driver] },
  ];
  return {
    marked: markedIn(spec),
    steps: stages.map((stage) => describeNodeReadiness(nodeReadiness(stage, rules))),
    namespaces: formatList(namespacesUnder(rules)),
  };
}

/** Finds the namespaces where an unready node-critical Pod delays a node, by applying the rule itself. */
function namespacesUnder(rules: GardenerRules): readonly string[] {
  return ["kube-system", "kubernetes-dashboard", "kube-node-lease", "default"].filter((namespace) => {
    const { taints, daemonSets } = exampleIn(namespace);
    return nodeReadiness({ taints, daemonSets, pods: [] }, rules).action === "wait";
  });
}

function markedIn(spec: Shoot["spec"]): readonly string[] {
  const network = stringAt(spec, "networking", "type");
  return [
    "apiserver-proxy",
    ...(fieldAt(spec, "kubernetes", "kubeProxy", "enabled") === false ? [] : ["kube-proxy"]),
    ...(fieldAt(spec, "systemComponents", "nodeLocalDNS", "enabled") === true ? ["node-local-dns"] : []),
    ...(network === undefined || network === "" ? [] : [text("the network plugin {network}", { network })]),
  ];
}
