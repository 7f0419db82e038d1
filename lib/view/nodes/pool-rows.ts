import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ClusterNode } from "#lib/contract/nodes.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { familyRotationOf, nodeRollingFamilies, pendingInPlacePools } from "#lib/policy/rotations/families.ts";

/** Worker pool with those of its Nodes that could be read. */
export interface PoolRow {
  readonly name: string;
  /** Worker pool in the spec; undefined if the Nodes belong to a pool that is not (or no longer) in the spec. */
  readonly worker?: Worker;
  /** Kubelet version, `inherited` from the control plane or `pinned` by the pool. */
  readonly kubelet?: { readonly version: string; readonly source: "inherited" | "pinned" };
  readonly image?: { readonly name: string; readonly version?: string; readonly classification?: string };
  readonly strategy: string;
  readonly inPlace: boolean;
  /** Minimum and maximum size of the pool: `3`, `1 to 5`. */
  readonly bounds?: string;
  readonly surge?: string;
  /** Pending rollouts of the pool as sentences; empty if there are none. */
  readonly pending: readonly PendingRollout[];
  readonly nodes: readonly ClusterNode[];
  readonly ready: number;
}

export interface PendingRollout {
  readonly id: "rotation" | "manual-rollout" | "auto-in-place" | "manual-in-place";
  readonly sentence: string;
}

const strategyLabels: Readonly<Record<string, Message>> = {
  AutoRollingUpdate: message("nodes are replaced"),
  AutoInPlaceUpdate: message("in place, automatic"),
  ManualInPlaceUpdate: message("in place, as you select them"),
};

/** Returns the label of an update strategy. Names newer than this build are returned unchanged. */
export function updateStrategyLabel(strategy: string): string {
  const words = strategyLabels[strategy];
  return words === undefined ? strategy : text(words);
}

/** Returns the pools in the order of the spec, followed by Nodes that belong to none of them. */
export function poolRows(shoot: Shoot, row: FleetRow, nodes: readonly ClusterNode[] = []): readonly PoolRow[] {
  const workers = shoot.spec.provider.workers ?? [];
  const named = new Set(workers.map(({ name }) => name));
  const strays = Map.groupBy(
    nodes.filter(({ pool }) => pool === undefined || !named.has(pool)),
    ({ pool }) => pool ?? "",
  );
  return [
    ...workers.map((worker) =>
      poolRow(worker, { shoot, row, nodes: nodes.filter(({ pool }) => pool === worker.name) }),
    ),
    ...[...strays].map(([name, own]): PoolRow => {
      return { name, strategy: "", inPlace: false, pending: [], nodes: own, ready: readyCount(own) };
    }),
  ];
}

interface PoolContext {
  readonly shoot: Shoot;
  readonly row: FleetRow;
  readonly nodes: readonly ClusterNode[];
}

function poolRow(worker: Worker, { shoot, row, nodes }: PoolContext): PoolRow {
  const { name, minimum = 0, maximum = 0, machine } = worker;
  const own = worker.kubernetes?.version ?? undefined;
  const strategy = worker.updateStrategy ?? "AutoRollingUpdate";
  const image = machine.image ?? undefined;
  const known = row.images.find((each) => each.pools.includes(name) && each.name === image?.name);
  const classification = known?.version === image?.version ? known?.classification : undefined;
  return {
    name,
    worker,
    kubelet: { version: own ?? shoot.spec.kubernetes.version, source: own === undefined ? "inherited" : "pinned" },
    ...(image && {
      image: {
        name: image.name,
        ...(image.version && { version: image.version }),
        ...(classification !== undefined && { classification }),
      },
    }),
    strategy,
    inPlace: strategy === "AutoInPlaceUpdate" || strategy === "ManualInPlaceUpdate",
    bounds: minimum === maximum ? String(maximum) : text("{minimum} to {maximum}", { minimum, maximum }),
    surge: surgeLabel(worker, strategy),
    pending: pendingRollouts(shoot, name),
    nodes,
    ready: readyCount(nodes),
  };
}

function readyCount(nodes: readonly ClusterNode[]): number {
  return nodes.filter(({ ready }) => ready.status === "True").length;
}

/** Surge of a pool with Gardener's defaults filled in; a manual strategy has none. */
function surgeLabel({ maxSurge, maxUnavailable }: Worker, strategy: string): string {
  if (strategy === "ManualInPlaceUpdate") return text("as many as you select");
  const inPlace = strategy === "AutoInPlaceUpdate";
  const surge = maxSurge ?? (inPlace ? 0 : 1);
  const unavailable = maxUnavailable ?? (inPlace ? 1 : 0);
  return text("max surge {surge}, max unavailable {unavailable}", { surge, unavailable });
}

function pendingRollouts(shoot: Shoot, pool: string): readonly PendingRollout[] {
  const rotating = nodeRollingFamilies.some((family) =>
    (familyRotationOf(shoot, family)?.pendingWorkersRollouts ?? []).some(({ name }) => name === pool),
  );
  const manualRollouts = shoot.status?.manualWorkerPoolRollout?.pendingWorkersRollouts ?? [];
  const rolling = manualRollouts.some(({ name }) => name === pool);
  const { auto, manual } = pendingInPlacePools(shoot);
  const found: PendingRollout[] = [];
  if (rotating)
    found.push({ id: "rotation", sentence: text("Its nodes still trust the credentials from before the rotation.") });
  if (rolling) found.push({ id: "manual-rollout", sentence: text("It is being rolled as somebody has asked.") });
  if (auto.includes(pool)) found.push({ id: "auto-in-place", sentence: text("Its nodes are being updated in place.") });
  if (manual.includes(pool))
    found.push({ id: "manual-in-place", sentence: text("An update in place waits until you select its nodes.") });
  return found;
}
