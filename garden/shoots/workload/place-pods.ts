import "server-only";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { isNodeReady, type NodeObject } from "../nodes/node-object.ts";

const hostLabel = "kubernetes.io/hostname";

/** The Nodes that take new Pods without tolerations. */
export function schedulableNodes(nodes: readonly NodeObject[]): readonly NodeObject[] {
  return nodes.filter(
    (node) =>
      isNodeReady(node) &&
      node.spec.unschedulable !== true &&
      (node.spec.taints ?? []).every((taint) => stringAt(taint, "effect") === "PreferNoSchedule"),
  );
}

interface PlacementInput {
  readonly hosts: readonly NodeObject[];
  /** The Pods that are placed already. */
  readonly placed: Iterable<KubeObject>;
  /** The volume to which a claim is bound. */
  readonly volumeOf: (namespace: string, claim: string) => KubeObject | undefined;
}

/** The Pod to be placed. */
interface Candidate {
  readonly namespace: string;
  readonly owner: string;
  readonly spec: unknown;
}

/**
 * Places Pods as the scheduler of Kubernetes does, in small: by node selector, zone or Node of volumes, and one Pod of an
 * owner per Node where the Pod asks for it; then on the Node with the fewest Pods. Room on Nodes is not considered.
 */
export function createPlacement({ hosts, placed, volumeOf }: PlacementInput) {
  const count = new Map(hosts.map(({ metadata }) => [metadata.name, 0]));
  const owned = new Map<string, Set<string>>();

  function add(node: string, owner: string): void {
    count.set(node, (count.get(node) ?? 0) + 1);
    const nodes = owned.get(owner);
    if (nodes === undefined) owned.set(owner, new Set([node]));
    else nodes.add(node);
  }

  for (const pod of placed) {
    const node = stringAt(pod, "spec", "nodeName");
    if (node !== undefined) add(node, pod.metadata.ownerReferences?.[0]?.uid ?? "");
  }

  return {
    /** The name of the Node; undefined if no Node fits. */
    place({ namespace, owner, spec }: Candidate): string | undefined {
      const named = stringAt(spec, "nodeName");
      if (named !== undefined && count.has(named)) return named;
      const requirements = [
        ...selectorTerms(fieldAt(spec, "nodeSelector")),
        ...claimsOf(spec).flatMap((claim) => affinityTerms(volumeOf(namespace, claim))),
      ];
      const taken = wantsOwnNode(spec) ? owned.get(owner) : undefined;
      let best: string | undefined;
      for (const { metadata } of hosts) {
        const { name, labels = {} } = metadata;
        if (taken?.has(name) || !requirements.every(([key, values]) => values.includes(labels[key] ?? ""))) continue;
        if (best === undefined || (count.get(name) ?? 0) < (count.get(best) ?? 0)) best = name;
      }
      if (best !== undefined) add(best, owner);
      return best;
    },
  };
}

type Term = readonly [label: string, values: readonly unknown[]];

function selectorTerms(selector: unknown): readonly Term[] {
  return Object.entries(isRecord(selector) ? selector : {}).map(([key, value]) => [key, [value]] as const);
}

function affinityTerms(volume: KubeObject | undefined): readonly Term[] {
  const [term] = listAt(volume, "spec", "nodeAffinity", "required", "nodeSelectorTerms");
  return listAt(term, "matchExpressions").map(
    (expression) => [stringAt(expression, "key") ?? "", listAt(expression, "values")] as const,
  );
}

/** Names of the claims that a Pod mounts. */
function claimsOf(spec: unknown): readonly string[] {
  return listAt(spec, "volumes").flatMap((volume) => stringAt(volume, "persistentVolumeClaim", "claimName") ?? []);
}

function wantsOwnNode(spec: unknown): boolean {
  const terms = listAt(spec, "affinity", "podAntiAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
  return terms.some((term) => stringAt(term, "topologyKey") === hostLabel);
}
