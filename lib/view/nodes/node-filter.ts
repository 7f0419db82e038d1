import type { ClusterNode } from "#lib/contract/nodes.ts";
import { highestTextFirst } from "#lib/policy/versions/compare.ts";
import type { PoolRow } from "./pool-rows.ts";

/** Which pools and Nodes are shown; an empty filter shows all. It lives in the address under these very names. */
export interface NodeFilter {
  readonly pool?: string;
  readonly ready?: "yes" | "no";
  /** The version that a Node reports. */
  readonly kubelet?: string;
}

export const nodeFilterKeys = ["pool", "ready", "kubelet"] as const satisfies readonly (keyof NodeFilter)[];

interface Readable {
  get(key: string): string | null;
}

/** What an address asks for; what it says in other words asks for nothing. */
export function parseNodeFilter(params: Readable): NodeFilter {
  const [pool, ready, kubelet] = [params.get("pool"), params.get("ready"), params.get("kubelet")];
  return {
    ...(pool ? { pool } : {}),
    ...(ready === "yes" || ready === "no" ? { ready } : {}),
    ...(kubelet ? { kubelet } : {}),
  };
}

/** A pool, and those of its Nodes that are asked for. */
export interface ShownPool {
  readonly pool: PoolRow;
  readonly nodes: readonly ClusterNode[];
}

/** A pool without a Node that fits is left out, but where Nodes were not read: then nobody knows. */
export function shownPools(pools: readonly PoolRow[], filter: NodeFilter, wasRead: boolean): readonly ShownPool[] {
  const ofNodes = filter.ready !== undefined || filter.kubelet !== undefined;
  return pools.flatMap((pool) => {
    if (filter.pool !== undefined && filter.pool !== pool.name) return [];
    const nodes = pool.nodes.filter((node) => fits(node, filter));
    return ofNodes && wasRead && nodes.length === 0 ? [] : [{ pool, nodes }];
  });
}

/** A Node whose readiness is not known is not ready, as for the scheduler. */
function fits({ ready, kubelet }: ClusterNode, wanted: NodeFilter): boolean {
  if (wanted.ready !== undefined && (ready.status === "True") !== (wanted.ready === "yes")) return false;
  return wanted.kubelet === undefined || wanted.kubelet === kubelet;
}

/** The kubelet versions that the Nodes report, each once. */
export function kubeletsOf(pools: readonly PoolRow[]): readonly string[] {
  const versions = pools.flatMap(({ nodes }) => nodes.flatMap(({ kubelet }) => kubelet ?? []));
  return [...new Set(versions)].sort(highestTextFirst);
}
