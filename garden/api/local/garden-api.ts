import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import type { GardenReader } from "../registry/garden-reader.ts";

/** A watch event of one collection. */
export interface GardenWatchEvent<Item extends KubeObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: Item;
}

/**
 * The embedded garden's API for controllers in the same process. Writes are validated and admitted as over HTTP, but
 * without authorization checks. Objects are frozen; a refused write throws an ApiError.
 */
export interface GardenApi extends GardenReader {
  /** Calls back with every existing object (ADDED), then with every change, until the returned function is called. */
  watch<Item extends KubeObject>(
    target: CollectionTarget,
    onEvent: (event: GardenWatchEvent<Item>) => void,
  ): () => void;
  create<Item extends KubeObject>(target: CollectionTarget, object: Item): Item;
  /** Replaces an object. If the given object has a resourceVersion, it must be the current one. */
  update<Item extends KubeObject>(target: ObjectTarget, object: Item): Item;
  /** A dry run of `update`: returns the object that would be stored, or throws the error of the refused update. */
  tryUpdate<Item extends KubeObject>(target: ObjectTarget, object: Item): Item;
  /** Replaces only the status of an object. */
  updateStatus<Item extends KubeObject>(target: ObjectTarget, object: Item): Item;
  /** Applies a JSON merge patch to an object without its status, or only to the status if `target` names it. */
  patch<Item extends KubeObject>(target: ObjectTarget, patch: object): Item;
  delete(target: ObjectTarget): void;
}
