import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import type { GardenReader } from "../registry/garden-reader.ts";

/** A change of one collection, as a watch reports it. */
export interface GardenEvent<Item extends KubeObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: Item;
}

/**
 * The embedded garden's API for controllers in the same process: the same validation, admission and strategy as over
 * HTTP, with system permissions. Objects are frozen; a refusal is an ApiError.
 */
export interface GardenApi extends GardenReader {
  /** Calls back for every existing object (ADDED) and then for every change, in order, until stopped. */
  watch<Item extends KubeObject>(target: CollectionTarget, onEvent: (event: GardenEvent<Item>) => void): () => void;
  create<Item extends KubeObject>(target: CollectionTarget, object: Item): Item;
  /** Replaces the object. If it has a resourceVersion, that must be the current one. */
  update<Item extends KubeObject>(target: ObjectTarget, object: Item): Item;
  /** A dry run of `update`: returns the object that would be stored, or throws the refusal. */
  tryUpdate<Item extends KubeObject>(target: ObjectTarget, object: Item): Item;
  /** Like `update`, for the status only. */
  updateStatus<Item extends KubeObject>(target: ObjectTarget, object: Item): Item;
  /** JSON merge patch of everything except the status, or only of the status if the target names that subresource. */
  patch<Item extends KubeObject>(target: ObjectTarget, patch: object): Item;
  delete(target: ObjectTarget): void;
}
