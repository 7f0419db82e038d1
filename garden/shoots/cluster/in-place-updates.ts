import "server-only";
import { selectedForUpdateLabel } from "#lib/policy/nodes/in-place-node.ts";
import type { MachineWithNode } from "../nodes/cluster-nodes.ts";
import type { ShootCluster } from "./shoot-cluster.ts";

/** The next Node to update in each pool. Only Nodes that a user has selected are updated, one at a time per pool. */
export function nextNodesToUpdate(cluster: ShootCluster): readonly MachineWithNode[] {
  const waiting = cluster.nodes().filter(({ machine }) => machine.awaitsUpdate);
  const busy = new Set(waiting.filter(({ machine }) => machine.updating).map(({ machine }) => machine.of.pool.name));
  const next = new Map<string, MachineWithNode>();
  for (const candidate of waiting) {
    const { pool } = candidate.machine.of;
    const selected = Object.hasOwn(candidate.node.metadata.labels ?? {}, selectedForUpdateLabel);
    if (selected && !busy.has(pool.name) && !next.has(pool.name)) next.set(pool.name, candidate);
  }
  return [...next.values()];
}

/** Cordons and drains a Node that the user has selected. */
export function drainNode(cluster: ShootCluster, { node }: MachineWithNode): void {
  const { name } = node.metadata;
  cluster.setUpdating(name, "drained");
  const component = "machine-controller-manager";
  cluster.record(name, {
    type: "Normal",
    reason: "DrainSuccessful",
    message: "Node drained for its update",
    component,
  });
}

export function startNodeUpdate(cluster: ShootCluster, { node }: MachineWithNode): void {
  cluster.setUpdating(node.metadata.name, "updating");
}

/** Completes the in-place update of a Node and removes its label. Returns the pool if this was its last Node. */
export function finishNodeUpdate(cluster: ShootCluster, { machine, node }: MachineWithNode): string | undefined {
  const { name } = node.metadata;
  const { labels, ...mark } = cluster.markOf(name);
  const { [selectedForUpdateLabel]: _, ...others } = labels ?? {};
  cluster.setUpdating(name, undefined);
  cluster.mark(name, {
    ...mark,
    ...(Object.keys(others).length === 0 ? {} : { labels: others }),
    updated: machine.of.update,
  });
  const component = "gardener-node-agent";
  cluster.record(name, { type: "Normal", reason: "UpdateSuccessful", message: "Node updated in place", component });
  const pool = machine.of.pool.name;
  const left = cluster.nodes().some((other) => other.machine.of.pool.name === pool && other.machine.awaitsUpdate);
  return left ? undefined : pool;
}
