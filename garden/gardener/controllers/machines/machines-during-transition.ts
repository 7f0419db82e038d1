import type { Machine } from "./machine.ts";
import type { PoolMachines } from "./pool-machines.ts";
import {
  createPoolMachine,
  joiningMachines,
  leavingMachines,
  machinesDuringReplacement,
  machinesUpdatingInPlace,
  type ReplacementPeriod,
  range,
} from "./replace-machines.ts";

interface Way {
  /** Progress of the change, from 0 to 1. */
  readonly done: number;
  readonly span: ReplacementPeriod;
}

/** The machines of a Shoot while its pools change from `before` to `after`. Pools are matched by name. */
export function machinesDuringTransition(
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
  if (before.incarnation !== after.incarnation) return machinesDuringReplacement(before, after, done, span);
  const resized =
    before.count < after.count
      ? joiningMachines(after, before.count, done, span)
      : leavingMachines(before, after.count, done);
  return [...stayers(before, after, done), ...resized];
}

/** Machines not replaced. Their kubelet is updated at the wave's end, except for manual in-place updates. */
function stayers(before: PoolMachines, after: PoolMachines, done: number): readonly Machine[] {
  const updates = before.update !== after.update;
  if (updates && after.pool.updateStrategy === "AutoInPlaceUpdate") return machinesUpdatingInPlace(before, after, done);
  const keeps = done < 1 || updates;
  const runs = keeps ? before.runs : after.runs;
  return range(0, Math.min(before.count, after.count)).map((index) => ({
    ...createPoolMachine(after, index, { state: "ready", runs }),
    awaitsUpdate: updates,
  }));
}
