import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { resourceQuotas } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { ResourceQuota } from "../core/core-objects.ts";
import { countedCollections, hardLimitsOf, usedOfQuota } from "../registry/resource-quota.ts";
import type { ObjectStore } from "../store/store.ts";
import type { GardenApi } from "./garden-api.ts";

/**
 * Keeps the status of ResourceQuotas: their limits, and how many objects of each limited kind there are.
 * @source Kubernetes: pkg/controller/resourcequota
 */
export function startQuotaUsage({ store, api }: { readonly store: ObjectStore; readonly api: GardenApi }): () => void {
  const followed = new Map<string, () => void>();

  const write = ({ metadata: { namespace = "", name } }: KubeObject): void => {
    const target = { resource: resourceQuotas, namespace, name };
    const quota = api.get<ResourceQuota>(target);
    if (!quota) return;
    const status = { hard: hardLimitsOf(quota), used: usedOfQuota(store, quota) };
    if (!semanticallyEqual(status, quota.status)) api.updateStatus<ResourceQuota>(target, { ...quota, status });
  };

  /** Follows a collection as soon as a quota counts its objects. */
  const follow = (collection: string): void => {
    if (followed.has(collection)) return;
    const onChange = (namespace: string): void => {
      for (const quota of api.list({ resource: resourceQuotas, namespace })) {
        if (countedCollections(quota).includes(collection)) write(quota);
      }
    };
    const stop = store.collection(collection).ring.follow(({ type, object }) => {
      if (type !== "MODIFIED") onChange(object.metadata.namespace ?? "");
    });
    followed.set(collection, stop);
  };

  const stop = api.watch({ resource: resourceQuotas }, ({ type, object }) => {
    if (type === "DELETED") return;
    for (const collection of countedCollections(object)) follow(collection);
    write(object);
  });
  return () => {
    stop();
    for (const unfollow of followed.values()) unfollow();
  };
}
