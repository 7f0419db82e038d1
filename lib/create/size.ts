import type { NewClusterPreview } from "#lib/contract/new-cluster.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { sumOfQuantities, timesQuantity } from "#lib/kube/quantity.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";

export type ClusterSize = NonNullable<NewClusterPreview["size"]>;

/**
 * Nodes, processors, memory and graphics processors of all pools at their minimum and maximum. Undefined for a cluster
 * without pools, and if the size of a machine type or pool is unknown.
 */
export function clusterSize(spec: ShootSpec, profile: CloudProfileSpec): ClusterSize | undefined {
  const pools = workerPoolsOf(spec);
  const { machineTypes } = prepareProfile(profile);
  if (pools.length === 0) return undefined;
  const sizeAt = (end: "minimum" | "maximum"): ClusterSize["minimum"] | undefined => {
    const sum = (metric: "cpu" | "memory" | "gpu") => {
      const parts = pools.map((pool) => {
        const one = machineTypes.get(pool.machine.type)?.[metric];
        return one == null ? undefined : timesQuantity(one, nodesOf(pool, end) ?? 0);
      });
      return parts.every((part) => part !== undefined) ? sumOfQuantities(parts) : undefined;
    };
    const [cpu, memory, gpu] = [sum("cpu"), sum("memory"), sum("gpu")];
    const nodes = pools.map((pool) => nodesOf(pool, end));
    if (cpu === undefined || memory === undefined || gpu === undefined) return undefined;
    if (!nodes.every((count) => count !== undefined)) return undefined;
    return { nodes: nodes.reduce((all, count) => all + count, 0), cpu, memory, gpu };
  };
  const [minimum, maximum] = [sizeAt("minimum"), sizeAt("maximum")];
  return minimum && maximum && { minimum, maximum };
}

function nodesOf(pool: Worker, end: "minimum" | "maximum"): number | undefined {
  const count = pool[end];
  return typeof count === "number" && Number.isInteger(count) && count >= 0 ? count : undefined;
}
