import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { putLast } from "#lib/memo/put-last.ts";
import { type CacheDifference, createHub, type Listener, type Staleness, type WatchLog } from "./hub.ts";
import { CollectionDigest } from "./objects/collection-digest.ts";
import { NameIndex } from "./objects/name-index.ts";
import { type CachedObject, type Pack, Packed, unpacked, type WatchedObject } from "./packed.ts";
import { isOlder } from "./watch-position.ts";

/** The objects of one collection as last received. Kept through every outage. */
export interface ObjectCache<Item extends KubeObject> {
  get(uid: string): WatchedObject<Item> | undefined;
  /** Cluster-scoped objects have the namespace "". */
  byName(namespace: string, name: string): WatchedObject<Item> | undefined;
  inNamespace(namespace: string): readonly WatchedObject<Item>[];
  /** Unpacks all objects; to find a few among many use `listSummaries`. */
  all(): readonly WatchedObject<Item>[];
  /** All objects as stored. Packed ones only have their unpacked fields. */
  listSummaries(): readonly CachedObject<Item>[];
  /** One object as stored. */
  head(uid: string): CachedObject<Item> | undefined;
  readonly size: number;
  /** The mirror is complete up to this version; undefined when nothing was read or events were lost. */
  readonly version: string | undefined;
  /** A digest of all objects and versions; equal for mirrors with equal contents. */
  readonly contents: string;
  /** `empty` until the first complete list; then `live` or `stale`. */
  readonly state: "empty" | "live" | "stale";
  /** Since when and why the collection is not followed, even if it was never read. */
  readonly staleness: Staleness | undefined;
  /** Reports later changes; call `all()` in the same turn to miss none. @returns what ends the subscription */
  subscribe(listener: Listener<CachedObject<Item>>): () => void;
}

export interface ObjectCacheEvent<Item extends KubeObject> {
  readonly kind: "upsert" | "delete";
  readonly object: WatchedObject<Item>;
}

/** The reflector's side of a mirror. */
export interface WritableObjectCache<Item extends KubeObject> extends ObjectCache<Item> {
  /** Packs an object like this mirror does, to collect a list before it is swapped in. */
  hold(object: WatchedObject<Item>): CachedObject<Item>;
  /** Replaces everything and publishes it as one difference, deletes included. */
  swap(objects: Iterable<CachedObject<Item>>, version: string): void;
  /** Applies events and publishes the resulting difference. @returns the number of outdated events */
  apply(events: readonly ObjectCacheEvent<Item>[]): number;
  /** Whether an event is newer than the stored object. */
  isNews(event: ObjectCacheEvent<Item>): boolean;
  /** Sets how far the collection was read, including bookmarks. */
  reach(version: string | undefined): void;
  markStale(reason: string, sinceMs: number): void;
  markLive(): void;
}

/** Number of deleted uids that are remembered, so that late events do not restore them. */
const maxTombstones = 10_000;

/** @param pack converts objects to a smaller form, for large collections */
export function createObjectCache<Item extends KubeObject>(
  log: WatchLog,
  pack: Pack<Item> = (object) => object,
): WritableObjectCache<Item> {
  const hub = createHub<CachedObject<Item>>(log);
  let objects = new Map<string, CachedObject<Item>>();
  let names = new NameIndex();
  let contents = new CollectionDigest();
  const tombstones = new Map<string, string>();
  let synced = false;
  let reached: string | undefined;
  let staleness: Staleness | undefined;

  const leaveTombstone = (uid: string, version: string) => putLast(tombstones, [uid, version], maxTombstones);

  function namesakeOf({ metadata }: CachedObject<Item>): CachedObject<Item> | undefined {
    const uid = names.uidOf(metadata.namespace ?? "", metadata.name);
    return uid === undefined || uid === metadata.uid ? undefined : objects.get(uid);
  }

  function isNews({ kind, object }: ObjectCacheEvent<Item>): boolean {
    const { uid, resourceVersion } = object.metadata;
    const held = objects.get(uid);
    // A deletion may have the stored object's version: old servers do not count the deletion itself.
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
      // A deletion received before its object is remembered, so that the object is not added later.
      if (kind === "delete" && held === undefined) leaveTombstone(uid, newer(tombstones.get(uid), resourceVersion));
      return false;
    }
    remember(uid, held);
    if (held !== undefined) take(uid, held);
    if (kind === "delete") {
      leaveTombstone(uid, resourceVersion);
      return true;
    }
    // Names are unique: the older object was deleted, even if that event is still to come.
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

  /** Reuses the stored object if unchanged, so that relisting needs no extra memory. */
  function hold(object: CachedObject<Item>): CachedObject<Item> {
    if (object instanceof Packed) return object;
    const held = objects.get(object.metadata.uid);
    return held !== undefined && isSameVersion(held, object) ? held : pack(object);
  }

  function get(uid: string): WatchedObject<Item> | undefined {
    const held = objects.get(uid);
    return held && unpacked(held);
  }

  return {
    hold,
    get,
    byName(namespace, name) {
      const uid = names.uidOf(namespace, name);
      return uid === undefined ? undefined : get(uid);
    },
    inNamespace: (namespace) => Array.from(names.uidsIn(namespace), get).filter(isDefined),
    all: () => Array.from(objects.values(), unpacked),
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
      // The first error of an outage sets its start; the newest is its reason.
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

/** Indexes a list's objects. Unchanged objects keep their identity, so that derived data stays valid. */
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

/** The added, changed and removed objects among these uids. */
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
