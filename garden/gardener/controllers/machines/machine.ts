import type { MachineSoftware, PoolMachines } from "./pool-machines.ts";

/** State of one machine of a pool at an instant. */
export interface Machine {
  /** Index within its pool and incarnation, from 0. */
  readonly index: number;
  readonly of: PoolMachines;
  /** Software on the machine, which can be older than its pool's. */
  readonly runs: MachineSoftware;
  readonly createdMs: number;
  /** Joining: not ready yet. Leaving: cordoned and drained. */
  readonly state: "joining" | "ready" | "leaving";
  /** Progress of its in-place update. */
  readonly updating?: "drained" | "updating";
  /** Whether the machine waits for a manual in-place update. */
  readonly awaitsUpdate: boolean;
}
