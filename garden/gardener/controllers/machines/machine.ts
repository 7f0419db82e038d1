import type { MachineSoftware, PoolMachines } from "./pool-machines.ts";

/** One machine of a pool as it stands at an instant. */
export interface Machine {
  /** Of its pool, and of the same incarnation, counted from 0. */
  readonly index: number;
  readonly of: PoolMachines;
  /** What runs on it, which may be older than what its pool is to have. */
  readonly runs: MachineSoftware;
  readonly createdMs: number;
  /** Joining: not ready yet. Leaving: cordoned and drained. */
  readonly state: "joining" | "ready" | "leaving";
  /** How far its update in place is. */
  readonly updating?: "drained" | "updating";
  /** Whether an update in place is still before it that only a person can start. */
  readonly awaitsUpdate: boolean;
}
