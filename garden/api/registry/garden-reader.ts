import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { collectionKeyOf, type ObjectStore } from "../store/store.ts";

interface Place {
  readonly resource: KubeResource;
  readonly namespace?: string | undefined;
}

/** Reads the current objects of a garden. The caller has to name the TypeScript type of the resource. */
export interface GardenReader {
  get<Item extends KubeObject>(target: Place & { readonly name: string }): Item | undefined;
  list<Item extends KubeObject>(target: Place): readonly Item[];
}

export function createGardenReader(store: ObjectStore): GardenReader {
  return {
    get<Item extends KubeObject>({ resource, namespace, name }: Place & { readonly name: string }) {
      const found = store.collection(collectionKeyOf(resource)).get(namespace, name);
      return found && castStored<Item>(found);
    },
    list<Item extends KubeObject>({ resource, namespace }: Place) {
      const objects = store.collection(collectionKeyOf(resource)).list(namespace);
      return objects.map((object) => castStored<Item>(object));
    },
  };
}

/** Casts a stored object to the TypeScript type of its resource, because only validated objects are stored. */
export function castStored<Item extends KubeObject>(object: KubeObject): Item {
  if (!isKubeObject<Item>(object)) throw new Error("a stored object has a name");
  return object;
}
