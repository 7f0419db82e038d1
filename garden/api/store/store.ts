import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { dropCachedJson, jsonOfObject } from "./json-of-object.ts";
import { createRing, type RingEvent, type WatchRing } from "./ring.ts";

/** The name of a collection in the store, from plural and group. */
export type ResourceKey = string;

export function resourceKey({ plural, group }: KubeResource): ResourceKey {
  return group === "" ? plural : `${plural}.${group}`;
}

/** One collection, sorted by key. */
interface Collection {
  get(namespace: string | undefined, name: string): KubeObject | undefined;
  /** Objects of one or all namespaces, sorted by namespace and name, which is the order of pages. */
  list(namespace?: string): readonly KubeObject[];
  readonly size: number;
  readonly ring: WatchRing;
}

export interface ObjectStore {
  collection(key: ResourceKey): Collection;
  /** The version of the latest write to any collection. */
  readonly resourceVersion: number;
  /** Stores the object with a new resourceVersion and notifies the watchers. */
  put(key: ResourceKey, object: KubeObject): KubeObject;
  remove(key: ResourceKey, object: KubeObject): KubeObject;
  /** Loads objects at startup, each with a new version, without notifying watchers. */
  load(key: ResourceKey, objects: readonly KubeObject[]): void;
  /** Loads an object of an earlier run with its old version, without notifying watchers. */
  restore(key: ResourceKey, object: KubeObject): void;
}

/** The new content of a key; an undefined object means removed. */
export interface StoreChange {
  readonly collection: ResourceKey;
  readonly key: string;
  readonly object: KubeObject | undefined;
}

interface Shelf extends Collection {
  readonly objects: Map<string, KubeObject>;
  /** Sorted keys; undefined until the first list, then updated with each write. */
  order: string[] | undefined;
}

export interface StoreOptions {
  /** Real time in milliseconds, for the age of changes: moving the garden's clock must not drop them. */
  readonly now: () => number;
  /** First resourceVersion; a restarted garden continues above the versions that its clients have seen. */
  readonly firstVersion?: number | undefined;
  /** Called with every change before the followers of the collection. */
  readonly onChange?: ((change: StoreChange) => void) | undefined;
}

/**
 * The objects of a garden in memory, with the guarantees of etcd and the watch cache: one increasing version for all
 * collections, and a ring of recent changes for each. Objects are frozen, so a snapshot is just a list of them.
 */
export function createObjectStore({ now, firstVersion = 1, onChange }: StoreOptions): ObjectStore {
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
      if (previous !== undefined) dropCachedJson(previous);
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
      if (previous !== undefined) dropCachedJson(previous);
      at.ring.push({ type: "DELETED", object: stamped, previous, version });
      return stamped;
    },
    load(key, objects) {
      const at = shelf(key);
      for (const object of objects) {
        const stamped = stamp(object);
        const id = keyOf(stamped.metadata.namespace, stamped.metadata.name);
        at.objects.set(id, stamped);
        // Serialized now because the first list would otherwise have to wait for it.
        jsonOfObject(stamped);
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

/** The sorted keys that start with the prefix. */
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

/** `namespace/name`, as in etcd, so that a namespace's objects are contiguous in key order. */
function keyOf(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

export type { RingEvent };
