import "server-only";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { type KubeResource, resourceQuotas } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { collectionKeyOf, type ObjectStore } from "../store/store.ts";

const countPrefix = "count/";
/** Resources that a limit can also name without the prefix. */
const countedByPlural = new Set(["configmaps", "resourcequotas", "secrets", "services"]);

/** Key of the collection that a limit counts; undefined for limits that count no objects, such as `limits.cpu`. */
function countedCollection(limit: string): string | undefined {
  if (limit.startsWith(countPrefix)) return limit.slice(countPrefix.length);
  return countedByPlural.has(limit) ? limit : undefined;
}

/** Limits of a ResourceQuota by name. */
export function hardLimitsOf(quota: KubeObject): Readonly<Record<string, string>> {
  const hard = fieldAt(quota, "spec", "hard");
  if (!isRecord(hard)) return {};
  return Object.fromEntries(Object.entries(hard).map(([limit, most]) => [limit, String(most)]));
}

/** Keys of all collections whose objects count for a ResourceQuota. */
export function countedCollections(quota: KubeObject): readonly string[] {
  return Object.keys(hardLimitsOf(quota)).flatMap((limit) => countedCollection(limit) ?? []);
}

/** Current usage of the limits of a ResourceQuota. Limits that count no objects have no usage: there are no pods. */
export function usedOfQuota(store: ObjectStore, quota: KubeObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.keys(hardLimitsOf(quota)).map((limit) => [limit, String(countOf(store, limit, quota.metadata.namespace))]),
  );
}

function countOf(store: ObjectStore, limit: string, namespace: string | undefined): number {
  const collection = countedCollection(limit);
  return collection === undefined || namespace === undefined ? 0 : store.collection(collection).list(namespace).length;
}

/**
 * Kubernetes's message about a quota that a new object would exceed; undefined if there is room.
 * @source Kubernetes: apiserver pkg/admission/plugin/resourcequota/controller.go
 */
export function findExceededQuota(
  store: ObjectStore,
  resource: KubeResource,
  namespace: string | undefined,
): string | undefined {
  if (namespace === undefined) return undefined;
  const collection = collectionKeyOf(resource);
  for (const quota of store.collection(collectionKeyOf(resourceQuotas)).list(namespace)) {
    const hard = hardLimitsOf(quota);
    const exceeded = Object.keys(hard)
      .filter((limit) => countedCollection(limit) === collection)
      .filter((limit) => countOf(store, limit, namespace) + 1 > Number(hard[limit]))
      .sort();
    if (exceeded.length === 0) continue;
    const list = (amountOf: (limit: string) => unknown) =>
      exceeded.map((limit) => `${limit}=${String(amountOf(limit))}`).join(",");
    const used = list((limit) => countOf(store, limit, namespace));
    return `exceeded quota: ${quota.metadata.name}, requested: ${list(() => 1)}, used: ${used}, limited: ${list((limit) => hard[limit])}`;
  }
  return undefined;
}
