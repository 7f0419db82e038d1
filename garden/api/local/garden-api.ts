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
 * The embedded garden's API for the controllers that live in its process: the same validation, admission and strategy
 * as over HTTP, with the rights of the system. Objects are frozen; a refusal is an ApiError.
 */
export interface GardenApi extends GardenReader {
  /** Calls back for every present object (ADDED) and then for every change, in order, until stopped. */
  watch<Item extends KubeObject>(target: CollectionTarget, onEvent: (event: GardenEvent<Item>) => void): () => void;
  create<Item extends KubeObject>(target: CollectionTarget, object: Item): Item;
  /** Replaces the object; its resourceVersion must be the current one, when it carries any. */
  update<Item extends KubeObject>(target: ObjectTarget, object: Item): Item;
  /** Everything that update does, but for the writing: the object as it would be stored, or the refusal. */
  tryUpdate<Item extends KubeObject>(target: ObjectTarget, object: Item): Item;
  /** Replaces only the status; as update otherwise. */
  updateStatus<Item extends KubeObject>(target: ObjectTarget, object: Item): Item;
  /** JSON merge patch of everything but the status, or of the status alone where the target names that subresource. */
  patch<Item extends KubeObject>(target: ObjectTarget, patch: object): Item;
  delete(target: ObjectTarget): void;
}
