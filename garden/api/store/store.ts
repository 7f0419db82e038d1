import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { dropCachedJson, jsonOfObject } from "./json-of-object.ts";
import { type CollectionChange, createRecentChanges, type RecentChanges } from "./ring.ts";

/** Key of a collection in the store: its plural name and API group. */
export type CollectionKey = string;

export function collectionKeyOf({ plural, group }: KubeResource): CollectionKey {
  return group === "" ? plural : `${plural}.${group}`;
}

/** One collection of the store; its objects are sorted by namespace and name. */
interface Collection {
  get(namespace: string | undefined, name: string): KubeObject | undefined;
  /** Lists the objects of one or all namespaces, sorted by namespace and name as paginated lists require. */
  list(namespace?: string): readonly KubeObject[];
  readonly size: number;
  readonly ring: RecentChanges;
}

export interface ObjectStore {
  collection(key: CollectionKey): Collection;
  /** The resourceVersion of the latest write to any collection. */
  readonly resourceVersion: number;
  /** Stores the object with a new resourceVersion and notifies the watchers. */
  put(key: CollectionKey, object: KubeObject): KubeObject;
  remove(key: CollectionKey, object: KubeObject): KubeObject;
  /** Loads objects at startup with new resourceVersions, without watch events. */
  load(key: CollectionKey, objects: readonly KubeObject[]): void;
  /** Loads an object of a previous process with its old resourceVersion, without a watch event. */
  restore(key: CollectionKey, object: KubeObject): void;
}

/** The new object for a key of the store; undefined if the object was removed. */
export interface StoreChange {
  readonly collection: CollectionKey;
  readonly key: string;
  readonly object: KubeObject | undefined;
}

interface Shelf extends Collection {
  readonly objects: Map<string, KubeObject>;
  /** Sorted keys of a collection; undefined until the first list request, then updated with each write. */
  order: string[] | undefined;
}

export interface StoreOptions {
  /** Real time in milliseconds, for the age of changes: advancing the garden's clock must not drop recent changes. */
  readonly now: () => number;
  /** First resourceVersion to use. A restarted garden continues above the resourceVersions that clients have seen. */
  readonly firstVersion?: number | undefined;
  /** Called with every change, before watches of the collection receive it. */
  readonly onChange?: ((change: StoreChange) => void) | undefined;
}

/**
 * The objects of a garden in memory, with the guarantees of etcd and the watch cache: one increasing resourceVersion
 * for all collections, and recent changes of each. Objects are frozen, so a snapshot is just a list of them.
 */
export function createObjectStore({ now, firstVersion = 1, onChange }: StoreOptions): ObjectStore {
  const shelves = new Map<CollectionKey, Shelf>();
  let version = firstVersion;

  function shelf(key: CollectionKey): Shelf {
    const found = shelves.get(key);
    if (found !== undefined) return found;
    const made = createShelf(createRecentChanges(now, version));
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
        // Serializes the object now, so that the first list request does not have to wait for this.
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

function createShelf(ring: RecentChanges): Shelf {
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

/** Key of an object, `namespace/name`; the objects of a namespace are therefore adjacent when sorted. */
function keyOf(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

export type { CollectionChange };
