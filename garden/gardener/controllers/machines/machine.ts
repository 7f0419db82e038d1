import type { MachineSoftware, PoolMachines } from "./pool-machines.ts";

/** A simulated machine of a worker pool at a certain time. */
export interface Machine {
  /** Index within the pool, starting at 0. */
  readonly index: number;
  readonly of: PoolMachines;
  /** Versions on the machine; they can be older than those of the pool. */
  readonly runs: MachineSoftware;
  readonly createdMs: number;
  /** "joining": the Node is not ready yet; "leaving": the Node is cordoned and drained. */
  readonly state: "joining" | "ready" | "leaving";
  /** Step of the in-place update that is in progress on the machine. */
  readonly updating?: "drained" | "updating";
  /** Whether the machine waits for a manual in-place update. */
  readonly awaitsUpdate: boolean;
}
