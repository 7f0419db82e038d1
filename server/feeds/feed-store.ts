import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { findConfigMap } from "#server/storage/document-store.ts";
import { hashOwnerName, ownerLabel, type PersonalDataStorage } from "#server/storage/own-keeping.ts";
import { type FeedRecord, feedObjectName, formatFeedRecord, parseStoredFeed, type StoredFeed } from "./feed-record.ts";

const feedLabel = "almanac.garden/feed";
const pageSize = 500;

/** Reads and writes feeds: ConfigMaps in Almanac's namespace, with its own credential. Every error is a GardenError. */
export class FeedStore {
  readonly #keeping: PersonalDataStorage;

  constructor(keeping: PersonalDataStorage) {
    this.#keeping = keeping;
  }

  async find(id: string, signal?: AbortSignal): Promise<StoredFeed | undefined> {
    const kept = await findConfigMap({ client: this.#keeping.client, target: this.#targetOf(id), signal });
    return kept && parseStoredFeed(kept);
  }

  async listOf(owner: string, signal?: AbortSignal): Promise<readonly StoredFeed[]> {
    const labelSelector = `${feedLabel}=true,${ownerLabel}=${hashOwnerName(owner)}`;
    const asked = { labelSelector, limit: pageSize, signal };
    const { body } = await this.#keeping.client.list<KubeObject>(this.#collection, asked);
    return (body.items ?? []).flatMap((item) => {
      const feed = parseStoredFeed(item);
      return feed?.record.owner.name === owner ? [feed] : [];
    });
  }

  async add(record: FeedRecord): Promise<void> {
    const { client, namespace } = this.#keeping;
    const labels = { [feedLabel]: "true", [ownerLabel]: hashOwnerName(record.owner.name) };
    const metadata = { name: feedObjectName(record.id), namespace, labels };
    await client.create(this.#collection, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata,
      data: formatFeedRecord(record),
    });
  }

  /** Stores a changed feed. Rejects with `conflict` when another process changed it meanwhile. */
  async update({ uid, resourceVersion }: StoredFeed, after: FeedRecord): Promise<void> {
    const patch = { metadata: { uid, resourceVersion }, data: formatFeedRecord(after) };
    await this.#keeping.client.patch(this.#targetOf(after.id), patch);
  }

  async remove({ record, uid }: StoredFeed): Promise<void> {
    await this.#keeping.client.delete(this.#targetOf(record.id), { uid });
  }

  get #collection() {
    return { resource: configMaps, namespace: this.#keeping.namespace };
  }

  #targetOf(id: string) {
    return { ...this.#collection, name: feedObjectName(id) };
  }
}
