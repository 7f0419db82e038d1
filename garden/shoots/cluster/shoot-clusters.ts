import "server-only";
import { collectionKeyOf } from "#garden/api/store/store.ts";
import { canBlockDrain } from "#garden/gardener/kinds/workload-traits.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { shoots } from "#lib/kube/resource.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { restartUnitsAnnotation } from "#lib/policy/nodes/node-restart.ts";
import type { MachineWithNode } from "../nodes/cluster-nodes.ts";
import { drainNode, finishNodeUpdate, nextNodesToUpdate, startNodeUpdate } from "./in-place-updates.ts";
import { restartUnits } from "./node-agent.ts";
import { type ClusterSources, createShootCluster, type ShootCluster } from "./shoot-cluster.ts";

export interface ClusterOptions extends ClusterSources {
  readonly pace: number;
  /** Called when all Nodes of a pool have been updated by manual in-place updates. */
  readonly onPoolUpdated: (shoot: Shoot, pool: string) => void;
}

interface Held {
  readonly cluster: ShootCluster;
  readonly cancels: Set<() => void>;
  readonly restarting: Set<string>;
  moving: boolean;
  users: number;
  usedAtMs: number;
  /** Garden time up to which the computed objects are current, unless the Shoot or its machines change. */
  syncedAtMs: number;
}

const idleMs = 10 * 60_000;
/** Number of unused clusters that stay in memory; each takes about 300 kB. */
const mostIdle = 100;
/** Durations in a real garden: until gardener-node-agent reacts, to drain a Node, and to update a Node. */
const agentMs = 20_000;
const drainMs = 30_000;
const updateMs = 60_000;
const tickMs = 10_000;
/** How long the objects of a cluster count as current, so that the requests of one look do not compute them each. */
const freshMs = 1000;

/** Evicts Pods as long as budgets allow it; says whether some are left. */
function isDrainBlocked(cluster: ShootCluster): boolean {
  let left = Number.POSITIVE_INFINITY;
  for (;;) {
    cluster.sync();
    const now = cluster.podsToDrain();
    if (now === 0 || now >= left) return now > 0;
    left = now;
  }
}

/** The simulated clusters of Shoots that are being accessed. Of other Shoots, only Node changes are stored. */
export function createShootClusters(options: ClusterOptions) {
  const { garden, machines, pace } = options;
  const collection = garden.store.collection(collectionKeyOf(shoots));
  const held = new Map<string, Held>();

  const find = (key: string): Shoot | undefined => {
    const [namespace, name = ""] = key.split("/");
    const found = collection.get(namespace, name);
    return found !== undefined && isKubeObject<Shoot>(found) ? found : undefined;
  };

  function later(at: Held, realMs: number, then: () => void): void {
    const cancel = garden.clock.setTimer(realMs / pace, () => {
      at.cancels.delete(cancel);
      then();
    });
    at.cancels.add(cancel);
  }

  /** Updates the computed objects of a cluster repeatedly while its machines change. */
  function followMove(key: string, at: Held): void {
    at.cluster.sync();
    at.syncedAtMs = garden.clock.now().getTime();
    const until = machines.movesUntil(key);
    if (at.moving || until === undefined || until < garden.clock.now().getTime()) return;
    at.moving = true;
    later(at, tickMs, () => {
      at.moving = false;
      followMove(key, at);
    });
  }

  function react(key: string, at: Held): void {
    for (const { node } of at.cluster.nodes()) {
      const { name, annotations } = node.metadata;
      if (annotations?.[restartUnitsAnnotation] === undefined || at.restarting.has(name)) continue;
      at.restarting.add(name);
      later(at, agentMs, () => {
        at.restarting.delete(name);
        restartUnits(at.cluster, name);
      });
    }
    for (const selected of nextNodesToUpdate(at.cluster)) updateNode(key, at, selected);
  }

  function updateNode(key: string, at: Held, selected: MachineWithNode): void {
    drainNode(at.cluster, selected);
    later(at, drainMs, () => {
      startNodeUpdate(at.cluster, selected);
      later(at, updateMs, () => {
        const pool = finishNodeUpdate(at.cluster, selected);
        const shoot = find(key);
        if (pool !== undefined && shoot !== undefined) options.onPoolUpdated(shoot, pool);
        react(key, at);
      });
    });
  }

  function drop(key: string, at: Held): void {
    for (const cancel of at.cancels) cancel();
    held.delete(key);
  }

  /** Drops clusters that nobody has used for a while, and the longest unused ones if there are many. */
  function dropIdle(): void {
    const until = performance.now() - idleMs;
    const idle = [...held]
      .filter(([, at]) => at.users === 0 && !at.cluster.isKept && at.cancels.size === 0)
      .sort(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
    for (const [index, [key, at]] of idle.entries()) {
      if (at.usedAtMs < until || index < idle.length - mostIdle) drop(key, at);
    }
  }

  function hold(key: string, uid: string): Held {
    const found = held.get(key);
    if (found?.cluster.uid === uid) return found;
    if (found !== undefined) drop(key, found);
    dropIdle();
    const cluster: ShootCluster = createShootCluster(
      options,
      () => find(key),
      () =>
        queueMicrotask(() => {
          cluster.sync();
          react(key, at);
        }),
    );
    const at: Held = {
      cluster,
      cancels: new Set(),
      restarting: new Set(),
      moving: false,
      users: 0,
      usedAtMs: performance.now(),
      syncedAtMs: Number.NEGATIVE_INFINITY,
    };
    held.set(key, at);
    cluster.sync();
    react(key, at);
    return at;
  }

  const stopShoots = collection.ring.follow(({ object, type }) => {
    const key = `${object.metadata.namespace ?? ""}/${object.metadata.name}`;
    const at = held.get(key);
    if (type === "DELETED") {
      options.marks.forget(stringAt(object, "status", "uid") ?? "");
      if (at !== undefined) drop(key, at);
    } else at?.cluster.sync();
  });
  const stopMoves = machines.follow((key) => {
    const at = held.get(key);
    if (at !== undefined) followMove(key, at);
  });

  return {
    /** Opens a Shoot's cluster. The cluster stays in memory until it is closed, and for ten more minutes at most. */
    open(shoot: Shoot) {
      const key = `${shoot.metadata.namespace ?? ""}/${shoot.metadata.name}`;
      const at = hold(key, shoot.status?.uid ?? "");
      if (garden.clock.now().getTime() - at.syncedAtMs >= freshMs) followMove(key, at);
      at.users += 1;
      return {
        cluster: at.cluster,
        close(): void {
          at.users -= 1;
          at.usedAtMs = performance.now();
        },
      };
    },
    /** Returns a function that says whether Pods are left on Nodes that are being drained; see `ControllerContext`. */
    drainCheckOf(shoot: Shoot): (() => boolean) | undefined {
      const key = `${shoot.metadata.namespace ?? ""}/${shoot.metadata.name}`;
      if (!held.has(key) && !canBlockDrain(shoot)) return undefined;
      return () => {
        const at = hold(key, shoot.status?.uid ?? "");
        at.usedAtMs = performance.now();
        return isDrainBlocked(at.cluster);
      };
    },
    stop(): void {
      stopShoots();
      stopMoves();
      for (const [key, at] of held) drop(key, at);
    },
  };
}
