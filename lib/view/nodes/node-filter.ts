import type { ClusterNode } from "#lib/contract/nodes.ts";
import { highestTextFirst } from "#lib/policy/versions/compare.ts";
import type { PoolRow } from "./pool-rows.ts";

/** Filter of pools and Nodes; an empty one shows all. The keys are URL parameters. */
export interface NodeFilter {
  readonly pool?: string;
  readonly ready?: "yes" | "no";
  /** Kubelet version that the shown Nodes report. */
  readonly kubelet?: string;
}

export const nodeFilterKeys = ["pool", "ready", "kubelet"] as const satisfies readonly (keyof NodeFilter)[];

interface Readable {
  get(key: string): string | null;
}

/** Parses the filter from the URL; invalid values are ignored. */
export function parseNodeFilter(params: Readable): NodeFilter {
  const [pool, ready, kubelet] = [params.get("pool"), params.get("ready"), params.get("kubelet")];
  return {
    ...(pool ? { pool } : {}),
    ...(ready === "yes" || ready === "no" ? { ready } : {}),
    ...(kubelet ? { kubelet } : {}),
  };
}

/** Pool with those of its Nodes that match the filter. */
export interface ShownPool {
  readonly pool: PoolRow;
  readonly nodes: readonly ClusterNode[];
}

/** Pools that match a filter; without pools that have no matching Node, unless the Nodes could not be read. */
export function poolsMatchingFilter(
  pools: readonly PoolRow[],
  filter: NodeFilter,
  wasRead: boolean,
): readonly ShownPool[] {
  const ofNodes = filter.ready !== undefined || filter.kubelet !== undefined;
  return pools.flatMap((pool) => {
    if (filter.pool !== undefined && filter.pool !== pool.name) return [];
    const nodes = pool.nodes.filter((node) => fits(node, filter));
    return ofNodes && wasRead && nodes.length === 0 ? [] : [{ pool, nodes }];
  });
}

/** Whether a Node matches the filter. Unknown readiness counts as not ready, as for the scheduler. */
function fits({ ready, kubelet }: ClusterNode, wanted: NodeFilter): boolean {
  if (wanted.ready !== undefined && (ready.status === "True") !== (wanted.ready === "yes")) return false;
  return wanted.kubelet === undefined || wanted.kubelet === kubelet;
}

/** Distinct kubelet versions that the Nodes report. */
export function kubeletVersionsOf(pools: readonly PoolRow[]): readonly string[] {
  const versions = pools.flatMap(({ nodes }) => nodes.flatMap(({ kubelet }) => kubelet ?? []));
  return [...new Set(versions)].sort(highestTextFirst);
}
