import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type CollectionScope, type CollectionTransport, collectionTransport } from "./collection-transport.ts";
import type { GardenProbe } from "./garden-probe.ts";
import { createMirror, type Mirror } from "./mirror.ts";
import type { Pack } from "./packed.ts";
import { createReflector } from "./reflector.ts";
import type { WatchCounters } from "./watch-counters.ts";
import type { WatchLog } from "./watch-log.ts";

export interface StartMirrorOptions<Item extends KubeObject = KubeObject> {
  /** The client to watch with, or a transport in its place. */
  readonly from: GardenClient | CollectionTransport;
  readonly scope: CollectionScope;
  readonly log: WatchLog;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Shared by all mirrors of a garden: says when it is back. */
  readonly probe?: GardenProbe | undefined;
  /** How objects are held that are too many to be held whole. */
  readonly pack?: Pack<Item> | undefined;
}

export interface RunningMirror<Item extends KubeObject> {
  readonly mirror: Mirror<Item>;
  readonly counters: Readonly<WatchCounters>;
  /** True once everything was read for the first time; false when it was stopped before. */
  readonly whenSynced: Promise<boolean>;
  /** Ends the watch. What the mirror holds stays readable. */
  stop(): Promise<void>;
}

/** Mirrors one collection of the garden from now on. */
export function startMirror<Item extends KubeObject>(options: StartMirrorOptions<Item>): RunningMirror<Item> {
  const { from, scope, log, clock = systemClock, random = Math.random, probe, pack } = options;
  const transport = "listPage" in from ? collectionTransport(from, scope) : from;
  const mirror = createMirror<Item>(log, pack);
  const reflector = createReflector<Item>({ transport, resource: scope.resource, mirror, clock, random, log, probe });
  const synced = Promise.withResolvers<boolean>();
  const unsubscribe = mirror.subscribe(() => {
    if (mirror.state === "empty") return;
    unsubscribe();
    synced.resolve(true);
  });
  reflector.start();
  return {
    mirror,
    counters: reflector.counters,
    whenSynced: synced.promise,
    async stop() {
      reflector.stop();
      await reflector.done;
      synced.resolve(false);
    },
  };
}
