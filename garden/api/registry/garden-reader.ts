import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { isWireObject } from "#lib/kube/wire.ts";
import { type ObjectStore, resourceKey } from "../store/store.ts";

interface Place {
  readonly resource: KubeResource;
  readonly namespace?: string | undefined;
}

/** Reads the current objects of a garden; the caller names the type that belongs to the resource. */
export interface GardenReader {
  get<Item extends KubeObject>(target: Place & { readonly name: string }): Item | undefined;
  list<Item extends KubeObject>(target: Place): readonly Item[];
}

export function createGardenReader(store: ObjectStore): GardenReader {
  return {
    get<Item extends KubeObject>({ resource, namespace, name }: Place & { readonly name: string }) {
      const found = store.collection(resourceKey(resource)).get(namespace, name);
      return found && castStored<Item>(found);
    },
    list<Item extends KubeObject>({ resource, namespace }: Place) {
      const objects = store.collection(resourceKey(resource)).list(namespace);
      return objects.map((object) => castStored<Item>(object));
    },
  };
}

/** Casts a stored object to the type of its resource: the store contains only objects validated for it. */
export function castStored<Item extends KubeObject>(object: KubeObject): Item {
  if (!isWireObject<Item>(object)) throw new Error("a stored object has a name");
  return object;
}
