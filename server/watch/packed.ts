import "server-only";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";

/** An object decoded by the watch, with uid and version guaranteed. */
export type WatchedObject<Item extends KubeObject> = Item & {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
};

/**
 * An object in a form that needs less memory. Fields that are read for many objects at once are available without
 * unpacking: metadata, and in `spec` and `status` what a subclass keeps there.
 */
export abstract class Packed<Item extends KubeObject> implements KubeObject {
  /** By method: Next gives routes and the start script, which fills the mirrors, separate copies of this class. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && "unpack" in value && typeof value.unpack === "function";
  }

  abstract readonly metadata: ObjectMeta & { readonly uid: string; readonly resourceVersion: string };

  /** A new copy of the whole object. */
  abstract unpack(): WatchedObject<Item>;
}

/** An object as stored in a mirror. */
export type CachedObject<Item extends KubeObject> = WatchedObject<Item> | Packed<Item>;

/** Converts an object to its stored form. */
export type Pack<Item extends KubeObject> = (object: WatchedObject<Item>) => CachedObject<Item>;

export function unpacked<Item extends KubeObject>(held: CachedObject<Item>): WatchedObject<Item> {
  return held instanceof Packed ? held.unpack() : held;
}
