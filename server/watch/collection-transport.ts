import "server-only";
import type { CollectionTarget } from "#lib/kube/paths.ts";
import type { GardenClient, ListOptions, ListPage, WatchOptions } from "#server/garden/garden-client.ts";

/** List and watch of one collection: the interface between the reflector and the network. */
export interface CollectionTransport {
  list(options: ListOptions): Promise<ListPage>;
  /** The bytes of a watch: one JSON document per line. */
  watch(options: WatchOptions): Promise<AsyncIterable<Uint8Array>>;
}

export function collectionTransport(client: GardenClient, target: CollectionTarget): CollectionTransport {
  return {
    // The reflector backs off itself before a full read; only continued lists and resumed watches are retried here.
    list: (options) => client.listPage(target, { ...options, once: options.continue === undefined }),
    watch: (options) => client.watch(target, { ...options, once: options.sendInitialEvents ?? false }),
  };
}
