import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { findConfigMap } from "#server/storage/change-book.ts";
import { ownerKey, ownerLabel } from "#server/storage/own-keeping.ts";
import { type FeedRecord, feedObjectName, recordData, type StoredFeed, storedFeed } from "./feed-record.ts";

/** Feeds, kept as ConfigMaps in Almanac's own namespace with Almanac's own credential. Every failure is a GardenError. */
export interface FeedStore {
  find(id: string, signal?: AbortSignal): Promise<StoredFeed | undefined>;
  listOf(owner: string, signal?: AbortSignal): Promise<readonly StoredFeed[]>;
  add(record: FeedRecord): Promise<void>;
  /** Rejects with `conflict` when somebody else has written meanwhile. */
  update(before: StoredFeed, after: FeedRecord): Promise<void>;
  remove(feed: StoredFeed): Promise<void>;
}

const feedLabel = "almanac.garden/feed";
const pageSize = 500;

export function createFeedStore(own: GardenClient, namespace: string): FeedStore {
  const target = { resource: configMaps, namespace };
  const targetOf = (id: string) => ({ ...target, name: feedObjectName(id) });
  return {
    async find(id, signal) {
      const kept = await findConfigMap({ client: own, target: targetOf(id), ...(signal && { signal }) });
      return kept && storedFeed(kept);
    },
    async listOf(owner, signal) {
      const labelSelector = `${feedLabel}=true,${ownerLabel}=${ownerKey(owner)}`;
      const { body } = await own.list<KubeObject>(target, { labelSelector, limit: pageSize, signal });
      return (body.items ?? []).flatMap((item) => {
        const feed = storedFeed(item);
        return feed?.record.owner.name === owner ? [feed] : [];
      });
    },
    async add(record) {
      const labels = { [feedLabel]: "true", [ownerLabel]: ownerKey(record.owner.name) };
      const metadata = { name: feedObjectName(record.id), namespace, labels };
      await own.create(target, { apiVersion: "v1", kind: "ConfigMap", metadata, data: recordData(record) });
    },
    async update({ uid, resourceVersion }, after) {
      await own.patch(targetOf(after.id), { metadata: { uid, resourceVersion }, data: recordData(after) });
    },
    async remove({ record, uid }) {
      await own.delete(targetOf(record.id), { uid });
    },
  };
}
