import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { CollectionTarget } from "#lib/kube/paths.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { type ServerClock, systemClock } from "./clock.ts";
import { type CollectionTransport, collectionTransport } from "./collection-transport.ts";
import type { GardenProbe } from "./garden-probe.ts";
import type { WatchLog } from "./hub.ts";
import { createObjectCache, type ObjectCache } from "./object-cache.ts";
import type { PackObject } from "./packed-object.ts";
import { runReflector } from "./reflector.ts";
import { newCounters, type WatchCounters } from "./watch-counters.ts";

export interface InformerOptions<Item extends KubeObject = KubeObject> {
  /** A client of the garden, or a transport in its place. */
  readonly from: GardenClient | CollectionTransport;
  readonly scope: CollectionTarget;
  readonly log: WatchLog;
  readonly clock?: ServerClock;
  readonly random?: () => number;
  /** Finds out when the garden answers again; shared by all watches of a garden. */
  readonly probe?: GardenProbe | undefined;
  /** Converts objects to a form that needs less memory. */
  readonly pack?: PackObject<Item> | undefined;
}

export interface Informer<Item extends KubeObject> {
  readonly mirror: ObjectCache<Item>;
  readonly counters: Readonly<WatchCounters>;
  /** Ends the watch; the object cache can still be read. */
  stop(): Promise<void>;
}

/** Starts to watch one resource of the garden, and returns its object cache. */
export function startInformer<Item extends KubeObject>(options: InformerOptions<Item>): Informer<Item> {
  const { from, scope, log, clock = systemClock, random = Math.random, probe, pack } = options;
  const transport = "listPage" in from ? collectionTransport(from, scope) : from;
  const mirror = createObjectCache<Item>(log, pack);
  const counters = newCounters();
  const stopping = new AbortController();
  const { resource } = scope;
  const done = runReflector({
    transport,
    resource,
    mirror,
    clock,
    random,
    log,
    probe,
    counters,
    stop: stopping.signal,
  });
  return {
    mirror,
    counters,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
