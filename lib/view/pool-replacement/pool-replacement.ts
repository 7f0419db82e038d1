import type { FleetRow } from "#lib/contract/fleet.ts";
import type { NodesResponse } from "#lib/contract/nodes.ts";
import { kubernetesUpdateLabel } from "#lib/fleet/fields/version-update.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import { isDeleting } from "#lib/policy/maintenance/run-due.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { isRowOperationUnfinished, operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { isPoolUpdatedInPlace } from "#lib/policy/versions/filter-image.ts";
import { versionCore } from "#lib/policy/versions/version-step.ts";
import { findSuccessorPools } from "./find-successor-pools.ts";
import { type PoolNodeFacts, poolNodeFactsOf } from "./pool-node-facts.ts";

/** State of a step, derived from the cluster. `running`: the spec has it, and Gardener has not carried it out yet. */
export type ReplacementStepState = "done" | "running" | "now" | "later";

/** Why pools of a cluster cannot be replaced one by one. */
export type NoReplacementReason = "deleting" | "workerless" | "hibernated" | "updated-in-place" | "version-unreadable";

/** A pool that is pinned below the control plane's minor version, and how far its replacement is. */
export interface ReplacedPool {
  readonly pool: Worker;
  /** Kubernetes version at which the pool is pinned. */
  readonly version: string;
  /** Pool at the control plane's version that takes the same Pods. */
  readonly successor: Worker | undefined;
  /** Nodes of the pool; undefined if they are not known. */
  readonly nodes: PoolNodeFacts | undefined;
  readonly successorNodes: PoolNodeFacts | undefined;
  readonly add: ReplacementStepState;
  /** Moving the workload. Almanac does not see workload, so it is done only when the pool has no nodes. */
  readonly move: ReplacementStepState;
  readonly remove: ReplacementStepState;
}

/** How far the replacement of a cluster's pools is. */
export type PoolReplacement =
  | { readonly applies: false; readonly reason: NoReplacementReason }
  | {
      readonly applies: true;
      readonly controlPlane: string;
      /** Pools whose nodes an update replaces, so that they can be pinned and succeeded by another pool. */
      readonly replaceable: readonly Worker[];
      /** Pools that the guide leaves out, because they are updated in place or host the control plane. */
      readonly others: readonly Worker[];
      readonly replaced: readonly ReplacedPool[];
      readonly pin: ReplacementStepState;
      readonly raise: ReplacementStepState;
      /** Whether Gardener has carried out everything that the spec says. */
      readonly settled: boolean;
    };

interface ObservedCluster {
  readonly shoot: Shoot;
  readonly row: FleetRow;
  /** Nodes as the cluster's API server lists them, if they could be read. */
  readonly nodes: NodesResponse | undefined;
}

/** Derives from the cluster itself how far the replacement of its pools is; nothing about it is stored. */
export function poolReplacementOf({ shoot, row, nodes }: ObservedCluster): PoolReplacement {
  const { spec } = shoot;
  const reason = noReplacementReasonOf(shoot);
  if (reason !== undefined) return { applies: false, reason };
  const controlPlane = spec.kubernetes.version;
  const pools = workerPoolsOf(spec);
  const replaceable = pools.filter(isReplaceable);
  const old = replaceable.filter((pool) => isMinorBelow(pool.kubernetes?.version ?? "", controlPlane));
  const settled = !isRowOperationUnfinished(row) && operationStateOfRow(row) === "ended";
  const raise = old.length === 0 ? "now" : kubernetesUpdateLabel(row) === undefined ? "done" : "running";
  const successors = findSuccessorPools(spec, replaceable, old);
  return {
    applies: true,
    controlPlane,
    replaceable,
    others: pools.filter((pool) => !isReplaceable(pool)),
    replaced: old.map((pool) => replacedPool(pool, { successor: successors.get(pool.name), raise, settled, nodes })),
    pin: replaceable.every(({ kubernetes }) => Boolean(kubernetes?.version)) || old.length > 0 ? "done" : "now",
    raise,
    settled,
  };
}

function noReplacementReasonOf(shoot: Shoot): NoReplacementReason | undefined {
  const { spec, status } = shoot;
  const pools = workerPoolsOf(spec);
  if (isDeleting(shoot)) return "deleting";
  if (pools.length === 0) return "workerless";
  if (spec.hibernation?.enabled === true || status?.hibernated === true) return "hibernated";
  if (!pools.some(isReplaceable)) return "updated-in-place";
  return versionCore(spec.kubernetes.version) === undefined ? "version-unreadable" : undefined;
}

function isReplaceable(pool: Worker): boolean {
  return !isPoolUpdatedInPlace(pool) && pool.controlPlane == null && isDns1123Label(pool.name) && Boolean(pool.machine);
}

function isMinorBelow(version: string, controlPlane: string): boolean {
  const [lower, upper] = [versionCore(version), versionCore(controlPlane)];
  if (lower === undefined || upper === undefined) return false;
  return lower.major < upper.major || (lower.major === upper.major && lower.minor < upper.minor);
}

interface ReplacementContext {
  readonly successor: Worker | undefined;
  readonly raise: ReplacementStepState;
  readonly settled: boolean;
  readonly nodes: NodesResponse | undefined;
}

function replacedPool(pool: Worker, { successor, raise, settled, nodes }: ReplacementContext): ReplacedPool {
  const own = poolNodeFactsOf(nodes, pool.name);
  const successorNodes = successor && poolNodeFactsOf(nodes, successor.name);
  const isReady =
    settled || (successorNodes !== undefined && successorNodes.ready >= Math.max(1, successor?.minimum ?? 1));
  const add = successor === undefined ? (raise === "done" ? "now" : "later") : isReady ? "done" : "running";
  const isEmpty = own?.names.length === 0;
  const move = add !== "done" ? "later" : isEmpty ? "done" : "now";
  const takesNoPods = own !== undefined && own.cordoned === own.names.length;
  return {
    ...{ pool, successor, successorNodes, add, move },
    version: pool.kubernetes?.version ?? "",
    nodes: own,
    remove: add === "done" && takesNoPods ? "now" : "later",
  };
}
