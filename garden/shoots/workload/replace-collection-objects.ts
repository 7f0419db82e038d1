import "server-only";
import { collectionKeyOf, type ObjectStore } from "#garden/api/store/store.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";

interface Options {
  /** Only objects of this namespace are replaced; all of them if it is missing. */
  readonly namespace?: string;
  /** Completes a wanted object with fields of the stored one that others write. */
  readonly complete?: (current: KubeObject, wanted: KubeObject) => KubeObject;
}

/** Replaces the objects of a collection. Unchanged objects are not written, so they cause no watch events. */
export function replaceCollectionObjects(
  store: ObjectStore,
  resource: KubeResource,
  wanted: readonly KubeObject[],
  { namespace, complete = (_current, object) => object }: Options = {},
): void {
  const key = collectionKeyOf(resource);
  const left = new Map(
    store
      .collection(key)
      .list(namespace)
      .map((object) => [idOf(object), object]),
  );
  for (const object of wanted) {
    const current = left.get(idOf(object));
    left.delete(idOf(object));
    const full = current === undefined ? object : complete(current, object);
    if (current === undefined || !isSame(current, full)) store.put(key, full);
  }
  for (const gone of left.values()) store.remove(key, gone);
}

function idOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}

function isSame(current: KubeObject, wanted: KubeObject): boolean {
  const { resourceVersion: _, ...metadata } = current.metadata;
  return semanticallyEqual({ ...current, metadata }, wanted);
}
