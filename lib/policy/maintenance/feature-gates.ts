import { rangeContains, type VersionRange } from "../versions/constraint.ts";

export interface MaintainedGates {
  readonly kept: Readonly<Record<string, boolean>>;
  readonly removed: readonly string[];
}

/**
 * Removes feature gates that a Kubernetes version does not know. A known gate that is locked to another value stays and
 * makes the API server reject the run. An unreadable version or range removes nothing.
 *
 * @param ranges for each known gate, the Kubernetes versions that have it
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, maintainFeatureGates
 */
export function maintainFeatureGates(
  gates: Readonly<Record<string, boolean>>,
  version: string,
  ranges: Readonly<Record<string, VersionRange>>,
): MaintainedGates {
  const kept: Record<string, boolean> = {};
  const removed: string[] = [];
  for (const [gate, enabled] of Object.entries(gates)) {
    const range = Object.hasOwn(ranges, gate) ? ranges[gate] : undefined;
    const contains = range && rangeContains(range, version);
    if (contains && (!contains.ok || contains.value)) kept[gate] = enabled;
    else removed.push(gate);
  }
  return { kept, removed };
}
