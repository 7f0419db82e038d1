import type { Worker } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { distributeOverZones, distributePercentOverZones } from "./surge.ts";

/** What the estimate takes for granted; each has one sentence on the screen. */
export type RolloutAssumption =
  | "nodes-between-minimum-and-maximum"
  | "nodes-spread-evenly"
  | "join-time-typical"
  | "drain-timeout-default"
  | "creation-timeout-default"
  | "pod-disruption-budgets-unknown";

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** How long replacing the nodes of one pool takes. An estimate, never a promise. */
export interface RolloutEstimate {
  readonly nodes: Range;
  /** How many nodes are handled at once in the first zone. */
  readonly surge: number;
  readonly unavailable: number;
  /** How often a batch of nodes is replaced, counted in the slowest zone. */
  readonly waves: Range;
  readonly seconds: Range;
  /** With the most nodes, when each joins as fast as is typical and draining takes no time of its own. */
  readonly usualSeconds: number;
  readonly assumptions: readonly RolloutAssumption[];
}

/** From the request for a machine until its Node is ready, on the usual infrastructures. */
const typicalJoinSeconds = 180;
/** More than any surge can use; keeps the arithmetic finite. */
const mostPercent = 1_000_000;
const defaultDrainSeconds = 2 * 60 * 60;
const defaultCreationSeconds = 20 * 60;

/**
 * How many waves and how much time it takes to replace the nodes of a pool: waves are the nodes of a zone divided by
 * what may be new or missing there at once; a wave takes between a typical join and the whole creation and drain
 * timeouts.
 * @param nodes How many nodes the pool has now, where that is known; otherwise between its minimum and maximum.
 * @source Gardener docs, shoot_updates; machine-controller-manager: rolling update of MachineDeployments
 */
export function rolloutEstimate(pool: Worker, nodes?: number): RolloutEstimate {
  const count: Range =
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

/** Each zone is a MachineDeployment of its own. One that may do nothing at all takes one node away at a time. */
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

function timeout(value: unknown): number | undefined {
  const seconds = typeof value === "string" ? durationSeconds(value) : undefined;
  return seconds === undefined || seconds < 0 ? undefined : seconds;
}
