import type { Worker } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { distributeOverZones, distributePercentOverZones } from "./surge.ts";

/** Assumptions behind a rollout estimate; the UI explains each of them. */
export type RolloutAssumption =
  | "nodes-between-minimum-and-maximum"
  | "nodes-spread-evenly"
  | "join-time-typical"
  | "drain-timeout-default"
  | "creation-timeout-default"
  | "pod-disruption-budgets-unknown";

export interface MinMaxRange {
  readonly least: number;
  readonly most: number;
}

/** Estimated duration of replacing the nodes of one pool. */
export interface RolloutEstimate {
  readonly nodes: MinMaxRange;
  /** Number of nodes replaced at once in the first zone. */
  readonly surge: number;
  readonly unavailable: number;
  /** Number of batches, counted in the slowest zone. */
  readonly waves: MinMaxRange;
  readonly seconds: MinMaxRange;
  /** Seconds for the highest number of nodes if each joins in the typical time and draining takes no time. */
  readonly usualSeconds: number;
  readonly assumptions: readonly RolloutAssumption[];
}

/** Typical time from the request for a machine until its Node is ready. */
const typicalJoinSeconds = 180;
/** Upper bound of a surge percentage, which keeps the arithmetic finite. */
const mostPercent = 1_000_000;
const defaultDrainSeconds = 2 * 60 * 60;
const defaultCreationSeconds = 20 * 60;

/**
 * Waves and time needed to replace the nodes of a pool. Waves are the nodes of a zone divided by its surge plus
 * unavailable budget; a wave takes between one typical join and the full creation and drain timeouts.
 * @param nodes Current number of nodes, where known; otherwise between the pool's minimum and maximum.
 * @source Gardener docs, shoot_updates; machine-controller-manager: rolling update of MachineDeployments
 */
export function estimateRollout(pool: Worker, nodes?: number): RolloutEstimate {
  const count: MinMaxRange =
    nodes === undefined
      ? { least: Math.max(0, pool.minimum ?? 0), most: Math.max(0, pool.maximum ?? pool.minimum ?? 0) }
      : { least: Math.max(0, nodes), most: Math.max(0, nodes) };
  const zones = Math.max(1, pool.zones?.length ?? 1);
  const budget = budgetPerZone(pool, zones);
  const waves = { least: wavesOf(count.least, budget), most: wavesOf(count.most, budget) };
  const settings = pool.machineControllerManager;
  const drain = timeout(settings?.machineDrainTimeout);
  const creation = timeout(settings?.machineCreationTimeout);
  return {
    nodes: count,
    surge: budget[0]?.surge ?? 0,
    unavailable: budget[0]?.unavailable ?? 0,
    waves,
    seconds: {
      least: waves.least * typicalJoinSeconds,
      most: waves.most * ((creation ?? defaultCreationSeconds) + (drain ?? defaultDrainSeconds)),
    },
    usualSeconds: waves.most * typicalJoinSeconds,
    assumptions: [
      ...(nodes === undefined ? (["nodes-between-minimum-and-maximum"] as const) : []),
      ...(zones > 1 ? (["nodes-spread-evenly"] as const) : []),
      "join-time-typical",
      ...(drain === undefined ? (["drain-timeout-default"] as const) : []),
      ...(creation === undefined ? (["creation-timeout-default"] as const) : []),
      "pod-disruption-budgets-unknown",
    ],
  };
}

interface Budget {
  readonly surge: number;
  readonly unavailable: number;
}

/** Update budget of each zone, which is one MachineDeployment. A zone without a budget removes one node at a time. */
function budgetPerZone(pool: Worker, zones: number): readonly Budget[] {
  const total = Math.max(0, pool.maximum ?? 0);
  const sizes = distributeOverZones(total, zones);
  const surge = amountsPerZone(pool.maxSurge ?? 1, total, zones);
  const unavailable = amountsPerZone(pool.maxUnavailable ?? 0, total, zones);
  return sizes.map((size, zone) => {
    const here = {
      surge: Math.ceil(absolute(surge[zone], size)),
      unavailable: Math.floor(absolute(unavailable[zone], size)),
    };
    return here.surge + here.unavailable > 0 ? here : { surge: 0, unavailable: 1 };
  });
}

function amountsPerZone(amount: number | string, total: number, zones: number): readonly (number | string)[] {
  if (typeof amount === "number") return distributeOverZones(Math.max(0, amount), zones);
  return distributePercentOverZones(amount, total, zones);
}

function absolute(amount: number | string | undefined, size: number): number {
  if (amount === undefined) return 0;
  if (typeof amount === "number") return amount;
  const percent = Number.parseInt(amount, 10);
  return Number.isNaN(percent) ? 0 : (Math.min(percent, mostPercent) * size) / 100;
}

function wavesOf(nodes: number, budget: readonly Budget[]): number {
  return distributeOverZones(nodes, budget.length).reduce((slowest, size, zone) => {
    const { surge, unavailable } = budget[zone] ?? { surge: 0, unavailable: 1 };
    return Math.max(slowest, Math.ceil(size / (surge + unavailable)));
  }, 0);
}

/**
 * How long draining a node of the pool waits for evictions that are refused; `isDefault` if the pool does not say.
 * @source machine-controller-manager: DefaultMachineDrainTimeout
 */
export function drainTimeout(pool: Pick<Worker, "machineControllerManager">): {
  readonly seconds: number;
  readonly isDefault: boolean;
} {
  const set = timeout(pool.machineControllerManager?.machineDrainTimeout);
  return { seconds: set ?? defaultDrainSeconds, isDefault: set === undefined };
}

function timeout(value: unknown): number | undefined {
  const seconds = typeof value === "string" ? durationSeconds(value) : undefined;
  return seconds === undefined || seconds < 0 ? undefined : seconds;
}
