import "server-only";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";

/** An object that the watch has decoded: uid and version are certain. */
export type Mirrored<Item extends KubeObject> = Item & {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
};

/**
 * An object that a mirror holds in less room than it takes whole. What is asked of many objects at once lies open: who it
 * is, and in `spec` and `status` what a subclass leaves there.
 */
export abstract class Packed<Item extends KubeObject> implements KubeObject {
  /** By its method: Next gives routes and the start script, which fills the mirrors, a copy of this class each. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && "unpack" in value && typeof value.unpack === "function";
  }

  abstract readonly metadata: ObjectMeta & { readonly uid: string; readonly resourceVersion: string };

  /** The object again: another one each time. */
  abstract unpack(): Mirrored<Item>;
}

/** As a mirror holds an object. */
export type Held<Item extends KubeObject> = Mirrored<Item> | Packed<Item>;

/** Puts an object into the form in which it is held. */
export type Pack<Item extends KubeObject> = (object: Mirrored<Item>) => Held<Item>;

export function unpacked<Item extends KubeObject>(held: Held<Item>): Mirrored<Item> {
  return held instanceof Packed ? held.unpack() : held;
}
