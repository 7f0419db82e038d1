import "server-only";
import { selectedForUpdateLabel } from "#lib/policy/nodes/in-place-node.ts";
import type { RegisteredMachine } from "../nodes/cluster-nodes.ts";
import type { ShootCluster } from "./shoot-cluster.ts";

/** The next Node to update in each pool, of those that the user has selected; a pool updates one Node at a time. */
export function nextSelectedNodes(cluster: ShootCluster): readonly RegisteredMachine[] {
  const waiting = cluster.nodes().filter(({ machine }) => machine.awaitsUpdate);
  const busy = new Set(waiting.filter(({ machine }) => machine.updating).map(({ machine }) => machine.of.pool.name));
  const next = new Map<string, RegisteredMachine>();
  for (const candidate of waiting) {
    const { pool } = candidate.machine.of;
    const selected = Object.hasOwn(candidate.node.metadata.labels ?? {}, selectedForUpdateLabel);
    if (selected && !busy.has(pool.name) && !next.has(pool.name)) next.set(pool.name, candidate);
  }
  return [...next.values()];
}

/** Cordons and drains a Node that the user has selected. */
export function drain(cluster: ShootCluster, { node }: RegisteredMachine): void {
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

export function update(cluster: ShootCluster, { node }: RegisteredMachine): void {
  cluster.setUpdating(node.metadata.name, "updating");
}

/** Completes the update of a Node and removes its labels. Returns its pool if all its Nodes are updated. */
export function finishUpdate(cluster: ShootCluster, { machine, node }: RegisteredMachine): string | undefined {
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
