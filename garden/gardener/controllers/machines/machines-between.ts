import type { Machine } from "./machine.ts";
import type { PoolMachines } from "./pool-machines.ts";
import {
  joiningMachines,
  leavingMachines,
  machine,
  type ReplacementPeriod,
  range,
  replacedMachines,
  updatingInPlace,
} from "./replace-machines.ts";

interface Way {
  /** Between 0 and 1. */
  readonly done: number;
  readonly span: ReplacementPeriod;
}

/** The machines of a Shoot between two sets of pools, matched by name. */
export function machinesBetween(
  before: readonly PoolMachines[],
  after: readonly PoolMachines[],
  way: Way,
): readonly Machine[] {
  const old = new Map(before.map((pool) => [pool.pool.name, pool]));
  const wanted = new Set(after.map(({ pool }) => pool.name));
  return [
    ...before.filter(({ pool }) => !wanted.has(pool.name)).flatMap((pool) => leavingMachines(pool, 0, way.done)),
    ...after.flatMap((pool) => poolBetween(old.get(pool.pool.name), pool, way)),
  ];
}

function poolBetween(before: PoolMachines | undefined, after: PoolMachines, { done, span }: Way): readonly Machine[] {
  if (before === undefined) return joiningMachines(after, 0, done, span);
  if (before.incarnation !== after.incarnation) return replacedMachines(before, after, done, span);
  const resized =
    before.count < after.count
      ? joiningMachines(after, before.count, done, span)
      : leavingMachines(before, after.count, done);
  return [...stayers(before, after, done), ...resized];
}

/** Nodes that are kept. They get a newer kubelet at the end of the wave; manual updates are left to users. */
function stayers(before: PoolMachines, after: PoolMachines, done: number): readonly Machine[] {
  const updates = before.update !== after.update;
  if (updates && after.pool.updateStrategy === "AutoInPlaceUpdate") return updatingInPlace(before, after, done);
  const keeps = done < 1 || updates;
  const runs = keeps ? before.runs : after.runs;
  return range(0, Math.min(before.count, after.count)).map((index) => ({
    ...machine(after, index, { state: "ready", runs }),
    awaitsUpdate: updates,
  }));
}
