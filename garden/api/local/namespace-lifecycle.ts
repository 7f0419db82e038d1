import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { namespaces } from "#lib/kube/resource.ts";
import { namespaceFinalizer } from "../core/core-resources.ts";
import { ApiError } from "../errors/api-error.ts";
import type { ResourceRegistry } from "../registry/resource-registry.ts";
import { collectionKeyOf, type ObjectStore } from "../store/store.ts";
import type { GardenApi } from "./garden-api.ts";

/**
 * Deletes all objects in a namespace that is being deleted, then removes its finalizer. An object that cannot be
 * deleted, such as a Shoot without deletion confirmation, keeps the namespace.
 */
export function startNamespaceLifecycle({
  store,
  api,
  registry,
}: {
  readonly store: ObjectStore;
  readonly api: GardenApi;
  readonly registry: ResourceRegistry;
}): () => void {
  const namespacedResources = registry.definitions.flatMap(({ resource, verbs }) =>
    resource.namespaced && verbs === undefined ? [resource] : [],
  );
  const terminating = new Set<string>();

  function empty(namespace: string): void {
    for (const resource of namespacedResources) {
      for (const { metadata } of api.list({ resource, namespace })) {
        if (metadata.deletionTimestamp === undefined)
          tryDelete(() => api.delete({ resource, namespace, name: metadata.name }));
      }
    }
    letGo(namespace);
  }

  function letGo(name: string): void {
    if (namespacedResources.some((resource) => api.list({ resource, namespace: name }).length > 0)) return;
    const namespace = api.get({ resource: namespaces, name });
    if (namespace?.metadata.finalizers?.includes(namespaceFinalizer) !== true) return;
    const finalizers = namespace.metadata.finalizers.filter((finalizer) => finalizer !== namespaceFinalizer);
    api.update({ resource: namespaces, name }, { ...namespace, metadata: { ...namespace.metadata, finalizers } });
  }

  function onNamespace({ metadata }: KubeObject, type: string): void {
    if (type === "DELETED") terminating.delete(metadata.name);
    else if (metadata.deletionTimestamp !== undefined && !terminating.has(metadata.name)) {
      terminating.add(metadata.name);
      empty(metadata.name);
    }
  }

  // Namespaces that were being deleted when the previous process ended.
  for (const namespace of store.collection(collectionKeyOf(namespaces)).list()) onNamespace(namespace, "ADDED");
  const stops = [
    store.collection(collectionKeyOf(namespaces)).ring.follow(({ object, type }) => onNamespace(object, type)),
    ...namespacedResources.map((resource) =>
      store.collection(collectionKeyOf(resource)).ring.follow(({ object, type }) => {
        const { namespace = "" } = object.metadata;
        if (type === "DELETED" && terminating.has(namespace)) letGo(namespace);
      }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function tryDelete(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
