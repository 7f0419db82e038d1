import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { putLastWithLimit } from "#lib/memo/put-last-with-limit.ts";
import { type CacheDifference, createHub, type Listener, type Staleness, type WatchLog } from "./hub.ts";
import { CollectionDigest } from "./objects/collection-digest.ts";
import { NameIndex } from "./objects/name-index.ts";
import { type CachedObject, PackedObject, type PackObject, unpackObject, type WatchedObject } from "./packed-object.ts";
import { isOlder } from "./watch-position.ts";

/** The objects of one resource as last received by a watch. They stay available during an outage. */
export interface ObjectCache<Item extends KubeObject> {
  get(uid: string): WatchedObject<Item> | undefined;
  /** Finds an object by namespace and name; cluster-scoped objects have the namespace "". */
  byName(namespace: string, name: string): WatchedObject<Item> | undefined;
  inNamespace(namespace: string): readonly WatchedObject<Item>[];
  /** All objects, unpacked. To find a few objects among many, use `listSummaries`. */
  all(): readonly WatchedObject<Item>[];
  /** All objects in their stored form; packed ones have only some of their fields. */
  listSummaries(): readonly CachedObject<Item>[];
  /** One object in its stored form; packed ones have only some of their fields. */
  head(uid: string): CachedObject<Item> | undefined;
  readonly size: number;
  /** Resource version up to which the cache is complete; undefined when nothing was read or events were lost. */
  readonly version: string | undefined;
  /** A digest of all objects and their versions; equal for caches with equal contents. */
  readonly contents: string;
  /** `empty` until all objects were read once; then `live` or `stale`. */
  readonly state: "empty" | "live" | "stale";
  /** Since when and why the objects are out of date, or could not be read at all. */
  readonly staleness: Staleness | undefined;
  /** Calls `listener` for later changes; call `all()` in the same turn to miss none. @returns unsubscribe function */
  subscribe(listener: Listener<CachedObject<Item>>): () => void;
}

export interface ObjectCacheEvent<Item extends KubeObject> {
  readonly kind: "upsert" | "delete";
  readonly object: WatchedObject<Item>;
}

/** Methods with which the watch code fills an object cache. */
export interface WritableObjectCache<Item extends KubeObject> extends ObjectCache<Item> {
  /** Converts an object to its stored form, for a list that later replaces all objects. */
  hold(object: WatchedObject<Item>): CachedObject<Item>;
  /** Replaces all objects, and reports what was added, changed and removed as one difference. */
  swap(objects: Iterable<CachedObject<Item>>, version: string): void;
  /** Applies watch events and reports the difference. @returns the number of events not newer than stored objects */
  apply(events: readonly ObjectCacheEvent<Item>[]): number;
  /** Whether an event is newer than the stored object. */
  isNews(event: ObjectCacheEvent<Item>): boolean;
  /** Sets the resource version up to which events and bookmarks were received. */
  reach(version: string | undefined): void;
  markStale(reason: string, sinceMs: number): void;
  markLive(): void;
}

/** Maximum of deleted uids that are remembered, so that a delayed event does not add the object again. */
const maxTombstones = 10_000;

/** @param pack converts objects to a form that needs less memory */
export function createObjectCache<Item extends KubeObject>(
  log: WatchLog,
  pack: PackObject<Item> = (object) => object,
): WritableObjectCache<Item> {
  const hub = createHub<CachedObject<Item>>(log);
  let objects = new Map<string, CachedObject<Item>>();
  let names = new NameIndex();
  let contents = new CollectionDigest();
  const tombstones = new Map<string, string>();
  let synced = false;
  let reached: string | undefined;
  let staleness: Staleness | undefined;

  const leaveTombstone = (uid: string, version: string) => putLastWithLimit(tombstones, [uid, version], maxTombstones);

  function namesakeOf({ metadata }: CachedObject<Item>): CachedObject<Item> | undefined {
    const uid = names.uidOf(metadata.namespace ?? "", metadata.name);
    return uid === undefined || uid === metadata.uid ? undefined : objects.get(uid);
  }

  function isNews({ kind, object }: ObjectCacheEvent<Item>): boolean {
    const { uid, resourceVersion } = object.metadata;
    const held = objects.get(uid);
    // A deletion may have the same version as the stored object, because old API servers do not count it as a change.
    if (kind === "delete") return held !== undefined && !isOlder(resourceVersion, held.metadata.resourceVersion);
    const known = [held?.metadata.resourceVersion, tombstones.get(uid), namesakeOf(object)?.metadata.resourceVersion];
    return known.every((version) => version === undefined || isOlder(version, resourceVersion));
  }

  function take(uid: string, held: CachedObject<Item>): void {
    objects.delete(uid);
    names.remove(held, uid);
    contents.remove(held);
  }

  function applyOne(event: ObjectCacheEvent<Item>, touched: Map<string, CachedObject<Item> | undefined>): boolean {
    const { kind, object } = event;
    const { uid, resourceVersion } = object.metadata;
    const held = objects.get(uid);
    const remember = (key: string, before: CachedObject<Item> | undefined) =>
      touched.has(key) || touched.set(key, before);
    if (!isNews(event)) {
      // Remembers a deletion that is received before the object's own event, so that the object is not added later.
      if (kind === "delete" && held === undefined) leaveTombstone(uid, newer(tombstones.get(uid), resourceVersion));
      return false;
    }
    remember(uid, held);
    if (held !== undefined) take(uid, held);
    if (kind === "delete") {
      leaveTombstone(uid, resourceVersion);
      return true;
    }
    // Names are unique, so an older object of this name was deleted, even if its event has not been received yet.
    const namesake = namesakeOf(object);
    if (namesake !== undefined) {
      remember(namesake.metadata.uid, namesake);
      take(namesake.metadata.uid, namesake);
      leaveTombstone(namesake.metadata.uid, resourceVersion);
    }
    tombstones.delete(uid);
    objects.set(uid, hold(object));
    names.put(object, uid);
    contents.add(object);
    return true;
  }

  /** The stored form of an object; an unchanged object is reused, so that listing again needs no extra memory. */
  function hold(object: CachedObject<Item>): CachedObject<Item> {
    if (object instanceof PackedObject) return object;
    const held = objects.get(object.metadata.uid);
    return held !== undefined && isSameVersion(held, object) ? held : pack(object);
  }

  function get(uid: string): WatchedObject<Item> | undefined {
    const held = objects.get(uid);
    return held && unpackObject(held);
  }

  return {
    hold,
    get,
    byName(namespace, name) {
      const uid = names.uidOf(namespace, name);
      return uid === undefined ? undefined : get(uid);
    },
    inNamespace: (namespace) => Array.from(names.uidsIn(namespace), get).filter(isDefined),
    all: () => Array.from(objects.values(), unpackObject),
    listSummaries: () => [...objects.values()],
    head: (uid) => objects.get(uid),
    get size() {
      return objects.size;
    },
    get version() {
      return reached;
    },
    get contents() {
      return contents.text;
    },
    get state() {
      if (!synced) return "empty";
      return staleness === undefined ? "live" : "stale";
    },
    get staleness() {
      return staleness;
    },
    subscribe: (listener) => hub.subscribe(listener),

    swap(listed, version) {
      const before = objects;
      ({ objects, names, contents } = collect(listed, hold));
      const difference = differenceOf(new Set([...objects.keys(), ...before.keys()]), before, objects);
      for (const uid of objects.keys()) tombstones.delete(uid);
      for (const { metadata } of difference.removes) leaveTombstone(metadata.uid, version);
      const isFirst = !synced;
      synced = true;
      reached = version;
      hub.publish(difference);
      if (isFirst && staleness === undefined) hub.announce({ kind: "live" });
    },
    apply(events) {
      const touched = new Map<string, CachedObject<Item> | undefined>();
      const news = events.filter((event) => applyOne(event, touched));
      hub.publish(differenceOf(touched.keys(), touched, objects));
      return events.length - news.length;
    },
    isNews,
    reach(version) {
      reached = version;
    },
    markStale(reason, sinceMs) {
      // The first error of an outage sets the start time, and the latest sets the reason.
      const since = staleness?.since ?? new Date(sinceMs).toISOString();
      if (staleness?.reason === reason) return;
      staleness = { kind: "stale", since, reason };
      hub.announce(staleness);
    },
    markLive() {
      if (staleness === undefined || !synced) return;
      staleness = undefined;
      hub.announce({ kind: "live" });
    },
  };
}

/** Indexes a list of objects. Unchanged ones remain identical in memory, so that data derived from them stays valid. */
function collect<Item extends KubeObject>(
  listed: Iterable<CachedObject<Item>>,
  hold: (object: CachedObject<Item>) => CachedObject<Item>,
): { objects: Map<string, CachedObject<Item>>; names: NameIndex; contents: CollectionDigest } {
  const objects = new Map<string, CachedObject<Item>>();
  const names = new NameIndex();
  for (const object of listed) {
    const kept = hold(object);
    objects.set(object.metadata.uid, kept);
    names.put(kept, object.metadata.uid);
  }
  return { objects, names, contents: new CollectionDigest(objects.values()) };
}

/** What was added, changed and removed among these uids. */
function differenceOf<Item extends KubeObject>(
  uids: Iterable<string>,
  before: ReadonlyMap<string, CachedObject<Item> | undefined>,
  after: ReadonlyMap<string, CachedObject<Item>>,
): CacheDifference<CachedObject<Item>> {
  const upserts: CachedObject<Item>[] = [];
  const removes: CachedObject<Item>[] = [];
  for (const uid of uids) {
    const [from, to] = [before.get(uid), after.get(uid)];
    if (to !== undefined && (from === undefined || !isSameVersion(from, to))) upserts.push(to);
    else if (to === undefined && from !== undefined) removes.push(from);
  }
  return { upserts, removes };
}

function isSameVersion(a: CachedObject<KubeObject>, b: CachedObject<KubeObject>): boolean {
  return a.metadata.resourceVersion === b.metadata.resourceVersion;
}

function newer(a: string | undefined, b: string): string {
  return a === undefined || isOlder(a, b) ? b : a;
}

function isDefined<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
