import "server-only";
import type { CollectionTarget } from "#lib/kube/paths.ts";
import type { GardenClient, ListOptions, ListPage, WatchOptions } from "#server/garden/garden-client.ts";

/** List and watch requests for one resource, as the watch code needs them. */
export interface CollectionTransport {
  list(options: ListOptions): Promise<ListPage>;
  /** Opens a watch and returns its bytes: one JSON document per line. */
  watch(options: WatchOptions): Promise<AsyncIterable<Uint8Array>>;
}

export function collectionTransport(client: GardenClient, target: CollectionTarget): CollectionTransport {
  return {
    // Only the first page is not retried by the client, because the caller waits and retries itself.
    list: (options) => client.listPage(target, { ...options, once: options.continue === undefined }),
    watch: (options) => client.watch(target, { ...options, once: options.sendInitialEvents ?? false }),
  };
}
