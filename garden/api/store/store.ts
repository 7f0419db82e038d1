import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { forgetText, objectText } from "./object-text.ts";
import { createRing, type RingEvent, type WatchRing } from "./ring.ts";

/** The name of a collection in the store: plural and group. */
export type ResourceKey = string;

export function resourceKey({ plural, group }: KubeResource): ResourceKey {
  return group === "" ? plural : `${plural}.${group}`;
}

/** One collection, ordered by key. */
interface Collection {
  get(namespace: string | undefined, name: string): KubeObject | undefined;
  /** Objects by namespace and name, all or of one namespace, in the order in which pages go through them. */
  list(namespace?: string): readonly KubeObject[];
  readonly size: number;
  readonly ring: WatchRing;
}

export interface Store {
  collection(key: ResourceKey): Collection;
  /** The version of the latest write, of whatever collection. */
  readonly resourceVersion: number;
  /** Writes the object under a new version, which it gets as its resourceVersion, and tells the watchers. */
  put(key: ResourceKey, object: KubeObject): KubeObject;
  remove(key: ResourceKey, object: KubeObject): KubeObject;
  /** Loads objects at boot: no watcher is told, and each gets a version of its own. */
  load(key: ResourceKey, objects: readonly KubeObject[]): void;
  /** Takes back an object of an earlier run, with the version that it had: no watcher is told. */
  restore(key: ResourceKey, object: KubeObject): void;
}

/** What a collection holds from now on under a key: nothing, where the object is undefined. */
export interface StoreChange {
  readonly collection: ResourceKey;
  readonly key: string;
  readonly object: KubeObject | undefined;
}

interface Shelf extends Collection {
  readonly objects: Map<string, KubeObject>;
  /** Sorted keys; undefined until somebody lists, then kept in order write by write. */
  order: string[] | undefined;
}

export interface StoreOptions {
  /** Milliseconds of real time, for the age of changes: a garden whose clock is moved must not lose them. */
  readonly now: () => number;
  /** Where versions start; a garden that was started again goes on above what its clients have seen. */
  readonly firstVersion?: number | undefined;
  /** Told of every change before anybody who follows the collection. */
  readonly onChange?: ((change: StoreChange) => void) | undefined;
}

/**
 * The objects of a garden in memory: one increasing version for all collections, a ring of recent changes for each, as
 * etcd and the watch cache give them. Objects are frozen and never changed in place, so a snapshot is a list of them.
 */
export function createStore({ now, firstVersion = 1, onChange }: StoreOptions): Store {
  const shelves = new Map<ResourceKey, Shelf>();
  let version = firstVersion;

  function shelf(key: ResourceKey): Shelf {
    const found = shelves.get(key);
    if (found !== undefined) return found;
    const made = createShelf(createRing(now, version));
    shelves.set(key, made);
    return made;
  }

  function stamp(object: KubeObject): KubeObject {
    version += 1;
    return frozen({ ...object, metadata: { ...object.metadata, resourceVersion: String(version) } });
  }

  return {
    collection: shelf,
    get resourceVersion() {
      return version;
    },
    put(key, object) {
      const at = shelf(key);
      const stamped = stamp(object);
      const id = keyOf(stamped.metadata.namespace, stamped.metadata.name);
      const previous = at.objects.get(id);
      at.objects.set(id, stamped);
      onChange?.({ collection: key, key: id, object: stamped });
      if (previous !== undefined) forgetText(previous);
      else at.order?.splice(lowerBound(at.order, id), 0, id);
      at.ring.push({ type: previous === undefined ? "ADDED" : "MODIFIED", object: stamped, previous, version });
      return stamped;
    },
    remove(key, object) {
      const at = shelf(key);
      const stamped = stamp(object);
      const id = keyOf(object.metadata.namespace, object.metadata.name);
      const previous = at.objects.get(id);
      if (at.objects.delete(id)) at.order?.splice(lowerBound(at.order, id), 1);
      onChange?.({ collection: key, key: id, object: undefined });
      if (previous !== undefined) forgetText(previous);
      at.ring.push({ type: "DELETED", object: stamped, previous, version });
      return stamped;
    },
    load(key, objects) {
      const at = shelf(key);
      for (const object of objects) {
        const stamped = stamp(object);
        const id = keyOf(stamped.metadata.namespace, stamped.metadata.name);
        at.objects.set(id, stamped);
        // Somebody lists it soon, and then it would be made while they wait.
        objectText(stamped);
        onChange?.({ collection: key, key: id, object: stamped });
      }
      at.order = undefined;
      at.ring.forgetBefore(version);
    },
    restore(key, object) {
      const at = shelf(key);
      at.objects.set(keyOf(object.metadata.namespace, object.metadata.name), frozen(object));
      at.order = undefined;
    },
  };
}

function frozen(object: KubeObject): KubeObject {
  Object.freeze(object.metadata);
  return Object.freeze(object);
}

function createShelf(ring: WatchRing): Shelf {
  const objects = new Map<string, KubeObject>();
  const shelf: Shelf = {
    objects,
    ring,
    order: undefined,
    get size() {
      return objects.size;
    },
    get: (namespace, name) => objects.get(keyOf(namespace, name)),
    list(namespace) {
      shelf.order ??= [...objects.keys()].sort();
      const keys = namespace === undefined ? shelf.order : within(shelf.order, `${namespace}/`);
      return keys.flatMap((key) => objects.get(key) ?? []);
    },
  };
  return shelf;
}

/** The keys with the prefix, out of sorted ones. */
function within(sorted: readonly string[], prefix: string): readonly string[] {
  const from = lowerBound(sorted, prefix);
  let to = from;
  while (sorted[to]?.startsWith(prefix)) to += 1;
  return sorted.slice(from, to);
}

function lowerBound(sorted: readonly string[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Namespace and name with a slash between, as in etcd: the members of a namespace stand together in the order of keys. */
function keyOf(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

export type { RingEvent };
