import type { NodesResponse } from "#lib/contract/nodes.ts";

/** What is known about the Nodes of one worker pool. */
export interface PoolNodeFacts {
  /** Names of all Nodes of the pool. */
  readonly names: readonly string[];
  readonly ready: number;
  /** Number of Nodes that take no new Pods. */
  readonly cordoned: number;
}

const noNodes: PoolNodeFacts = { names: [], ready: 0, cordoned: 0 };

/** Returns the facts about the Nodes of a pool; undefined unless all Nodes of the cluster could be read. */
export function poolNodeFactsOf(reading: NodesResponse | undefined, pool: string): PoolNodeFacts | undefined {
  if (reading?.state !== "read" || reading.continue !== undefined || reading.unreadable > 0) return undefined;
  return reading.nodes
    .filter((node) => node.pool === pool)
    .reduce(
      (facts, { name, ready, unschedulable }) => ({
        names: [...facts.names, name],
        ready: facts.ready + Number(ready.status === "True"),
        cordoned: facts.cordoned + Number(unschedulable),
      }),
      noNodes,
    );
}
