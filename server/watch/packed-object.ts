import "server-only";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";

/** An object that a watch or list has decoded; uid and resource version are always present. */
export type WatchedObject<Item extends KubeObject> = Item & {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
};

/**
 * An object in a form that needs less memory. Metadata, and those fields of `spec` and `status` that a subclass stores,
 * can be read without unpacking.
 */
export abstract class PackedObject<Item extends KubeObject> implements KubeObject {
  /** Compares by a method's name: Next.js loads separate copies of this class for routes and the start script. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && "unpack" in value && typeof value.unpack === "function";
  }

  abstract readonly metadata: ObjectMeta & { readonly uid: string; readonly resourceVersion: string };

  /** Returns a new copy of the complete object. */
  abstract unpack(): WatchedObject<Item>;
}

/** An object in the form in which an object cache stores it. */
export type CachedObject<Item extends KubeObject> = WatchedObject<Item> | PackedObject<Item>;

/** Converts an object to the form in which an object cache stores it. */
export type PackObject<Item extends KubeObject> = (object: WatchedObject<Item>) => CachedObject<Item>;

export function unpackObject<Item extends KubeObject>(held: CachedObject<Item>): WatchedObject<Item> {
  return held instanceof PackedObject ? held.unpack() : held;
}
