import { minuteMs } from "#lib/kube/time-units.ts";
import type { ApiRemoval } from "./api-removal.ts";
import type { ClusterContents, ContentsPart, ContentsPartName, PodContents } from "./contents/cluster-contents.ts";
import type { ContentsFindingId, ListedObjects, NamedObject } from "./contents/contents-facts.ts";
import type { DrainedPool, StepDrains } from "./contents/step-drains.ts";
import type { MinorStep, ReadinessFinding, UnreadContents } from "./readiness-finding.ts";

/** What findings inside a cluster rest on. */
export interface ContentsLook {
  readonly contents: ClusterContents;
  readonly step: MinorStep;
  readonly drains: StepDrains;
  /** APIs that the step removes; undefined if not known. */
  readonly removals: readonly ApiRemoval[] | undefined;
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

export type ContentsFindings = readonly ReadinessFinding<ContentsFindingId>[];

const mostListed = 10;
/** For so long a look counts as one at the present cluster; Pods change all the time. */
const mostAgeMs = 15 * minuteMs;

/** Whether what was read inside a cluster still tells of its present state. @param now epoch milliseconds */
export function isRecentLook({ readAt }: Pick<ClusterContents, "readAt">, now: number): boolean {
  return now - readAt <= mostAgeMs;
}

/** The first of the objects and their number. */
export function listObjects(objects: readonly NamedObject[]): ListedObjects {
  return { listed: objects.slice(0, mostListed), total: objects.length };
}

/** What was read of a part; nothing if it was not read. */
export function itemsOf<Item>(part: ContentsPart<Item>): readonly Item[] {
  return part.state === "read" ? part.items : [];
}

/** Whether a part was read to its end, with no object left out. */
export function isComplete(part: ContentsPart<unknown>): boolean {
  return part.state === "read" && part.isComplete && part.unreadable === 0;
}

/** Those of the named parts that were not read completely. */
export function incompleteAmong(
  contents: ClusterContents,
  names: readonly ContentsPartName[],
): readonly ContentsPartName[] {
  return names.filter((name) => !isComplete(contents[name]));
}

const partNames: Readonly<Record<ContentsPartName, true>> = {
  nodes: true,
  pods: true,
  budgets: true,
  webhooks: true,
  services: true,
  namespaces: true,
  apiServices: true,
  workloads: true,
  jobs: true,
  volumes: true,
  requestedApis: true,
  managedObjects: true,
};

function isPartName(name: string): name is ContentsPartName {
  return Object.hasOwn(partNames, name);
}

/** All parts of a cluster that a look inside reads. */
const allParts: readonly ContentsPartName[] = Object.keys(partNames).filter(isPartName);

/** The parts that a look has not read, or not completely, and why. */
export function unreadContentsOf(contents: ClusterContents): readonly UnreadContents[] {
  return allParts.flatMap((name): readonly UnreadContents[] => {
    const part = contents[name];
    if (part.state === "unread") return [{ part: name, why: part.why }];
    if (!part.isComplete) return [{ part: name, why: "limit" }];
    return part.unreadable > 0 ? [{ part: name, why: "malformed" }] : [];
  });
}

/** A node's pool as far as the step drains it: `undrained` if the step leaves it alone, `unknown` if that is not known. */
function poolOfNode({ contents, drains }: ContentsLook): (node: string) => DrainedPool | "undrained" | "unknown" {
  const pools = new Map(itemsOf(contents.nodes).map(({ name, pool }) => [name, pool]));
  return (node) => {
    const pool = pools.get(node);
    if (pool === undefined) return drains.pools.size === 0 ? "undrained" : "unknown";
    return drains.pools.get(pool) ?? "undrained";
  };
}

/** A Pod that the step evicts. */
export interface EvictedPod {
  readonly pod: PodContents;
  /** Undefined if the node's pool is not known. */
  readonly pool: DrainedPool | undefined;
}

/**
 * The Pods that the drains of a step evict: not those of DaemonSets, static ones, nor those that have ended or go. A Pod
 * on a node whose pool is not known counts.
 *
 * @source machine-controller-manager: pkg/util/provider/drain, getPodsForDeletion
 */
export function evictedPods(look: ContentsLook): readonly EvictedPod[] {
  const poolOf = poolOfNode(look);
  return itemsOf(look.contents.pods).flatMap((pod): readonly EvictedPod[] => {
    const { node, isMirror, isTerminating, phase, controller } = pod;
    const hasEnded = phase === "Succeeded" || phase === "Failed";
    if (node === undefined || isMirror || isTerminating || hasEnded || controller?.kind === "DaemonSet") return [];
    const pool = poolOf(node);
    if (pool === "undrained") return [];
    return [{ pod, pool: pool === "unknown" ? undefined : pool }];
  });
}

/** Certainty of a finding about Pods on the nodes of some pools. */
export function certaintyOfPods({ contents }: ContentsLook): ReadinessFinding["certainty"] {
  return isComplete(contents.nodes) ? "known" : "assumed";
}

export function podObject({ namespace, name }: Pick<PodContents, "namespace" | "name">): NamedObject {
  return { kind: "Pod", namespace, name };
}

const gardenerLabels: readonly (readonly [key: string, value: string])[] = [
  ["resources.gardener.cloud/managed-by", "gardener"],
  ["shoot.gardener.cloud/no-cleanup", "true"],
  ["origin", "gardener"],
  ["gardener.cloud/role", "system-component"],
];

/**
 * Whether Gardener keeps the object itself, so that its owner can change nothing about it.
 * @source Gardener: pkg/utils/managedresources, pkg/gardenlet/operation/botanist/matchers
 */
export function isGardeners(labels: Readonly<Record<string, string>>): boolean {
  return gardenerLabels.some(([key, value]) => labels[key] === value);
}

/** Whether a Pod is one of Gardener's system components. */
export function isSystemPod({ labels, namespace, controller }: PodContents): boolean {
  return isGardeners(labels) || (namespace === "kube-system" && controller !== undefined);
}
