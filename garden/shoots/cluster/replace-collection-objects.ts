import "server-only";
import { collectionKeyOf, type ObjectStore } from "#garden/api/store/store.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";

/** Replaces the objects of a collection. Unchanged objects are not written, so they cause no watch events. */
export function replaceCollectionObjects(
  store: ObjectStore,
  resource: KubeResource,
  wanted: readonly KubeObject[],
): void {
  const key = collectionKeyOf(resource);
  const left = new Map(
    store
      .collection(key)
      .list()
      .map((object) => [object.metadata.name, object]),
  );
  for (const object of wanted) {
    const current = left.get(object.metadata.name);
    left.delete(object.metadata.name);
    if (current === undefined || !isSame(current, object)) store.put(key, object);
  }
  for (const gone of left.values()) store.remove(key, gone);
}

function isSame(current: KubeObject, wanted: KubeObject): boolean {
  const { resourceVersion: _, ...metadata } = current.metadata;
  return semanticallyEqual({ ...current, metadata }, wanted);
}
