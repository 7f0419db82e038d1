import type { Worker } from "#lib/garden/shoot.ts";
import type { Machine } from "./machine.ts";
import type { PoolMachines } from "./pool-machines.ts";

/** The period in which machines are created and deleted. */
export interface ReplacementPeriod {
  readonly startMs: number;
  readonly endMs: number;
}

/** How many machines a rolling update may add and may lack. At least one is above 0, so that the update progresses. */
export function rollingUpdateLimitsOf(
  { maxSurge, maxUnavailable }: Worker,
  count: number,
): { surge: number; unavailable: number } {
  const surge = amountOf(maxSurge, count, Math.ceil);
  const unavailable = amountOf(maxUnavailable, count, Math.floor);
  return surge + unavailable > 0 ? { surge, unavailable } : { surge: 1, unavailable: 0 };
}

function amountOf(amount: number | string | null | undefined, count: number, round: (value: number) => number): number {
  if (typeof amount === "number") return Math.max(0, Math.trunc(amount));
  const percent = Number.parseFloat(amount ?? "");
  return Number.isFinite(percent) ? Math.max(0, round((percent * count) / 100)) : 0;
}

/** Number of consecutive batches in which all nodes of a pool are replaced. */
export function batchCountOf(pool: Worker, count: number): number {
  const { surge, unavailable } = rollingUpdateLimitsOf(pool, count);
  return Math.max(1, Math.ceil(count / (surge + unavailable)));
}

/** Fraction of a batch after which a new machine is ready and the replaced machine starts to leave. */
const joined = 0.5;

/**
 * The machines of a pool during a rolling update. The number of machines never exceeds the required one by more than
 * maxSurge, and no more than maxUnavailable of the required machines are not ready.
 * @param done Progress between 0 and 1.
 * @source machine-controller-manager: rolling update of MachineDeployments
 */
export function machinesDuringReplacement(
  before: PoolMachines,
  after: PoolMachines,
  done: number,
  span: ReplacementPeriod,
): readonly Machine[] {
  const { surge, unavailable } = rollingUpdateLimitsOf(after.pool, after.count);
  const size = surge + unavailable;
  const total = Math.max(before.count, after.count);
  const batches = Math.max(1, Math.ceil(total / size));
  const at = Math.min(1, Math.max(0, done)) * batches;
  const batchMs = (span.endMs - span.startMs) / batches;
  const machines: Machine[] = [];
  for (let index = 0; index < total; index += 1) {
    const within = at - Math.floor(index / size);
    // The first `surge` machines of a batch are created before an old machine leaves, the others afterwards.
    const comesFirst = index % size < surge;
    const appears = comesFirst ? 0 : joined;
    const leavesFrom = comesFirst ? joined : 0;
    const gone = comesFirst ? 1 : joined;
    const ready = comesFirst ? joined : 1;
    const createdMs = span.startMs + (Math.floor(index / size) + appears) * batchMs;
    if (index < before.count && within < gone) {
      machines.push(createPoolMachine(before, index, { state: within > leavesFrom ? "leaving" : "ready" }));
    }
    if (index < after.count && within > appears) {
      machines.push(createPoolMachine(after, index, { state: within < ready ? "joining" : "ready", createdMs }));
    }
  }
  return machines;
}

/** Machines that are added to a pool, in the first half of the period. */
export function joiningMachines(
  after: PoolMachines,
  from: number,
  done: number,
  span: ReplacementPeriod,
): readonly Machine[] {
  return range(from, after.count).flatMap((index) => {
    const appears = ((index - from) / (after.count - from)) * joined;
    const createdMs = span.startMs + appears * (span.endMs - span.startMs);
    if (done <= appears) return [];
    return [createPoolMachine(after, index, { state: done < appears + 0.4 ? "joining" : "ready", createdMs })];
  });
}

/** Machines that are drained and deleted one by one, the youngest first. */
export function leavingMachines(before: PoolMachines, keep: number, done: number): readonly Machine[] {
  const left = keep + Math.ceil((before.count - keep) * (1 - done));
  return range(keep, left).map((index) => createPoolMachine(before, index, { state: done > 0 ? "leaving" : "ready" }));
}

/** Nodes during an automatic in-place update, which keep their names. Limited by maxSurge and maxUnavailable. */
export function machinesUpdatingInPlace(before: PoolMachines, after: PoolMachines, done: number): readonly Machine[] {
  const count = Math.min(before.count, after.count);
  const { unavailable, surge } = rollingUpdateLimitsOf(after.pool, count);
  const size = Math.max(1, unavailable + surge);
  const at = done * Math.max(1, Math.ceil(count / size));
  return range(0, count).map((index) => {
    const within = at - Math.floor(index / size);
    if (within >= 1) return createPoolMachine(after, index, { state: "ready" });
    const runs = before.runs;
    if (within <= 0) return createPoolMachine(after, index, { state: "ready", runs });
    return {
      ...createPoolMachine(after, index, { state: "leaving", runs }),
      updating: within < joined ? "drained" : "updating",
    };
  });
}

type MachineStatus = Pick<Machine, "state"> & Partial<Pick<Machine, "runs" | "createdMs">>;

export function createPoolMachine(of: PoolMachines, index: number, { state, runs, createdMs }: MachineStatus): Machine {
  const { bornMs } = of;
  return {
    index,
    of,
    runs: runs ?? of.runs,
    createdMs: createdMs ?? bornMs + index * 7_000,
    state,
    awaitsUpdate: false,
  };
}

export function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
