import "server-only";
import type { CollectionTarget } from "#lib/kube/paths.ts";
import type { GardenClient, ListOptions, ListPage, WatchOptions } from "#server/garden/garden-client.ts";

/** List and watch of one collection. The seam between the reflector and the network. */
export interface CollectionTransport {
  list(options: ListOptions): Promise<ListPage>;
  /** The bytes of a watch: JSON texts, one a line. */
  watch(options: WatchOptions): Promise<AsyncIterable<Uint8Array>>;
}

export function collectionTransport(client: GardenClient, target: CollectionTarget): CollectionTransport {
  return {
    // The reflector knows how to wait before it reads everything again. What is on its way is better not thrown away.
    list: (options) => client.listPage(target, { ...options, once: options.continue === undefined }),
    watch: (options) => client.watch(target, { ...options, once: options.sendInitialEvents ?? false }),
  };
}
